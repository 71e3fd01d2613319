// Imported first and completely, like in console.tsx: shared styles must come after these.
import './shell/mantine.css';
import './shell/shell.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { SignInLinkPage } from './features/sign-in/sign-in-link-page.tsx';
import { SignInPage } from './features/sign-in/sign-in-page.tsx';
import { createQueryDefaults } from './lib/query-defaults.ts';
import { httpProblemOfError } from './lib/api/http-error.ts';
import { isSameOriginPath } from './lib/next-page.ts';
import { ThemeProviders } from './shell/theme-providers.tsx';

/** Loaded apart, because few need them. */
const SetUpDevicePage = lazy(async () => ({
  default: (await import('./features/sign-in/set-up-device-page.tsx')).SetUpDevicePage,
}));
const PinPage = lazy(async () => ({ default: (await import('./features/sign-in/pin-page.tsx')).PinSignInPage }));

const cache = new QueryClient({ defaultOptions: createQueryDefaults(httpProblemOfError) });

/** Renders the sign-in pages without tRPC, zod and other parts of the console, which load after signing in. */
export function showSignedOut(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <ThemeProviders>
        <QueryClientProvider client={cache}>
          <SignedOut />
        </QueryClientProvider>
      </ThemeProviders>
    </StrictMode>,
  );
}

function SignedOut() {
  const goOn = (path: string) => location.replace(path);
  if (location.pathname.startsWith('/sign-in/link')) return <SignInLinkPage goOn={goOn} />;
  if (/^\/sign-in\/(pin|device)/.test(location.pathname)) {
    return (
      <Suspense>
        {location.pathname.startsWith('/sign-in/pin') ? <PinPage goOn={goOn} /> : <SetUpDevicePage />}
      </Suspense>
    );
  }
  const search = new URLSearchParams(location.search);
  const next = search.get('next') ?? '';
  return (
    <SignInPage next={isSameOriginPath(next) ? next : undefined} error={search.get('error') ?? undefined} goOn={goOn} />
  );
}
