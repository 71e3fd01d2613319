import { isSignedIn } from './lib/auth.ts';
import { loadWithCatalogues } from './lib/i18n/catalogues.ts';
import { consoleTextDirection, language } from './lib/i18n/language.ts';
import { loadLastWorkspaceSlug } from './lib/last-workspace.ts';
import { isSharedDevice } from './lib/shared-device.ts';
import { createConsoleSignInUrl } from './lib/next-page.ts';

// Small, so that the content of index.html appears before the code and its styles load.
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');

Object.assign(document.documentElement, { lang: language, dir: consoleTextDirection });

show(root).catch(() => {
  const state = document.getElementById('startup-state');
  if (state !== null)
    state.textContent = 'The console could not be loaded. Check the connection, then reload the page.';
});

/** Loads only what sign-in needs for users who aren't signed in. */
async function show(place: HTMLElement): Promise<void> {
  const { pathname, search, hash } = location;
  if (isSharedDevice && !pathname.startsWith('/sign-in/device')) {
    // A printed code.
    history.replaceState(null, '', pathname === '/sign-in/pin' ? pathname + hash : '/');
    return (await loadWithCatalogues(import('./shared-device.tsx'))).showSharedDevice(place);
  }
  const isSigningIn = /^\/sign-in(\/|$)/.test(pathname);
  if (!isSigningIn && (await mayBeSignedIn()))
    return (await loadWithCatalogues(import('./console.tsx'))).showConsole(place);
  if (!isSigningIn) history.replaceState(null, '', createConsoleSignInUrl(pathname + search + hash));
  (await loadWithCatalogues(import('./signed-out.tsx'))).showSignedOut(place);
}

/**
 * Returns true if the user may be signed in. A browser that has been in a workspace already has the console; for
 * others, asks the server before loading it.
 */
async function mayBeSignedIn(): Promise<boolean> {
  // If the server doesn't respond, the console loads, shows that, and retries.
  return loadLastWorkspaceSlug() !== null || isSignedIn().catch(() => true);
}
