import { useEffect } from 'react';
import { isSharedDevice } from '../lib/shared-device.ts';
import { trpc } from '../lib/api/trpc.ts';
import { browserLanguage, changeLanguage, language, CONSOLE_LANGUAGES } from '../lib/i18n/language.ts';

interface Languages {
  /** The person's own; null until it is known. */
  own: string | null;
  /** The workspace's, for people whose browser asks for none of the offered ones. */
  workspace: string;
}

/** Shows the console in the person's language. Stores the browser's as theirs the first time (rules/users 20). */
export function useApplyPersonLanguage({ own, workspace }: Languages): void {
  const { mutate } = trpc.users.chooseLanguage.useMutation();
  const wanted = own ?? browserLanguage ?? workspace;
  useEffect(() => {
    // Another language needs a reload, which signs out on a shared device.
    if (CONSOLE_LANGUAGES.length < 2 || isSharedDevice) return;
    if (wanted !== language && CONSOLE_LANGUAGES.includes(wanted)) changeLanguage(wanted);
    else if (own === null && browserLanguage !== undefined) mutate({ language: browserLanguage });
  }, [own, wanted, mutate]);
}
