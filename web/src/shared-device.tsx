import './shell/mantine.css';
import './shell/shell.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SharedDeviceSignInPage } from './features/sign-in/shared-device-page.tsx';
import { httpProblemOfError } from './lib/api/http-error.ts';
import { loadWithCatalogues } from './lib/i18n/catalogues.ts';
import { lockWhenLeft } from './lib/lock-when-left.ts';
import { replaceStorageWithMemory } from './lib/store-in-memory-only.ts';
import { createQueryDefaults } from './lib/query-defaults.ts';
import { ThemeProviders } from './shell/theme-providers.tsx';

/**
 * Renders the page on which people of a shared device sign in, and then the console in its place: every page that loads
 * ends the session, so the two share one.
 */
export function showSharedDevice(place: HTMLElement): void {
  replaceStorageWithMemory();
  const root = createRoot(place);
  const enter = async () => {
    const { showConsole } = await loadWithCatalogues(import('./console.tsx'));
    lockWhenLeft();
    root.unmount();
    history.replaceState(null, '', '/');
    showConsole(place);
  };
  root.render(
    <StrictMode>
      <ThemeProviders>
        <QueryClientProvider client={new QueryClient({ defaultOptions: createQueryDefaults(httpProblemOfError) })}>
          <SharedDeviceSignInPage onSignedIn={enter} />
        </QueryClientProvider>
      </ThemeProviders>
    </StrictMode>,
  );
}
