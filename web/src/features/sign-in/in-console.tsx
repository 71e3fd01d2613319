import { useRouter, useSearch } from '@tanstack/react-router';
import { trpc } from '../../lib/trpc.ts';
import { SignInLinkPage } from './sign-in-link-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

/** Whose session ends signs in again without leaving the console. */
export function SignIn() {
  const { next, error } = useSearch({ from: '/sign-in' });
  return <SignInPage next={next} error={error} goOn={useGoOn()} />;
}

export function SignInLink() {
  return <SignInLinkPage goOn={useGoOn()} />;
}

/** Into the console, which believes that there is no session. */
function useGoOn() {
  const { history } = useRouter();
  const session = trpc.useUtils().session.current;
  // Replaced, so that Back does not lead to a spent link.
  return (path: string) => void session.reset().then(() => history.replace(path));
}
