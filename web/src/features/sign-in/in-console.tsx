import { useRouter, useSearch } from '@tanstack/react-router';
import { trpc } from '../../lib/api/trpc.ts';
import { PinSignInPage } from './pin-page.tsx';
import { SignInLinkPage } from './sign-in-link-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

/** The sign-in page within the console, for a session that has ended. */
export function ConsoleSignInPage() {
  const { next, error } = useSearch({ from: '/sign-in' });
  return <SignInPage next={next} error={error} goOn={useGoOn()} />;
}

export function ConsoleSignInLinkPage() {
  return <SignInLinkPage goOn={useGoOn()} />;
}

export function ConsolePinSignInPage() {
  return <PinSignInPage goOn={useGoOn()} />;
}

/** Returns a function that enters the console after resetting its cached session. */
function useGoOn() {
  const { history } = useRouter();
  const session = trpc.useUtils().session.current;
  // Replaces the history entry, so that Back doesn't lead to a used link.
  return (path: string) => void session.reset().then(() => history.replace(path));
}
