import { createMemoryHistory, createRoute, createRouter } from '@tanstack/react-router';
import { aiRoutes } from './routes/ai.tsx';
import { contentRoutes } from './routes/content.tsx';
import { learningRoutes } from './routes/learning.tsx';
import { workforceRoutes } from './routes/workforce.tsx';
import { rootRoute, workspaceRoute } from './routes/root.tsx';
import { settingsRoutes } from './routes/settings.tsx';
import { BrokenPage, NotFoundPage } from './ui/pages/error-pages.tsx';
import { HomePage } from './shell/home-page.tsx';
import { lazyPage } from './shell/lazy-page.tsx';
import { Loading } from './ui/pages/states.tsx';
import { isSharedDevice } from './lib/shared-device.ts';
import { isSameOriginPath } from './lib/next-page.ts';
import { createOpaqueTextParameter, createSearchParamsValidator } from './lib/search-params.ts';

const nextPath = (given: unknown) => (typeof given === 'string' && isSameOriginPath(given) ? given : undefined);

/** The URL parameters of the sign-in page. */
const SignInSearch = createSearchParamsValidator({ next: nextPath, error: createOpaqueTextParameter(2_000) });

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: createSearchParamsValidator({ next: nextPath }),
  component: HomePage,
});

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: SignInSearch,
  component: lazyPage(async () => (await import('./features/sign-in/in-console.tsx')).ConsoleSignInPage),
});

const signInLink = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/link',
  component: lazyPage(async () => (await import('./features/sign-in/in-console.tsx')).ConsoleSignInLinkPage),
});

const signInPin = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/pin',
  component: lazyPage(async () => (await import('./features/sign-in/in-console.tsx')).ConsolePinSignInPage),
});

const start = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/',
  component: lazyPage(async () => (await import('./features/overview/overview-page.tsx')).OverviewPage),
});

/** A new page needs a route in the file of its area, and an entry in lib/navigation.ts. */
const tree = rootRoute.addChildren([
  home,
  signIn,
  signInLink,
  signInPin,
  workspaceRoute.addChildren([
    start,
    ...learningRoutes,
    ...contentRoutes,
    ...aiRoutes,
    ...workforceRoutes,
    ...settingsRoutes,
  ]),
]);

export const consoleRouter = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: BrokenPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
  // Nobody's pages stay in the history of a device that others use next.
  ...(isSharedDevice && { history: createMemoryHistory() }),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof consoleRouter;
  }
}
