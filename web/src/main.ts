import { isSignedIn } from './lib/auth.ts';
import { lastWorkspace } from './lib/last-workspace.ts';
import { signInAddress } from './lib/next-page.ts';

// Small, so that what index.html shows does not wait for the code of what comes, and its styles.
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');

show(root).catch(() => {
  const state = document.getElementById('startup-state');
  if (state !== null)
    state.textContent = 'The console could not be loaded. Check the connection, then reload the page.';
});

/** Whoever signs in fetches what that takes, and no more. */
async function show(place: HTMLElement): Promise<void> {
  const { pathname, search, hash } = location;
  const isSigningIn = /^\/sign-in(\/|$)/.test(pathname);
  if (!isSigningIn && (await mayBeSignedIn())) return (await import('./console.tsx')).showConsole(place);
  if (!isSigningIn) history.replaceState(null, '', signInAddress(pathname + search + hash));
  (await import('./signed-out.tsx')).showSignedOut(place);
}

/** A browser that was in a workspace has the console already; of any other the server is asked before it is fetched. */
async function mayBeSignedIn(): Promise<boolean> {
  // Where the server does not say, the console says so, and asks again.
  return lastWorkspace() !== null || isSignedIn().catch(() => true);
}
