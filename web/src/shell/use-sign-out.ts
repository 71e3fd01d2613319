import { useMutation } from '@tanstack/react-query';
import { signOut } from '../lib/auth.ts';
import { forgetRecentOf } from '../features/palette/recent.ts';
import { forgetRecordingsOf } from '../lib/kept/unsent-recordings.ts';
import { forgetUnsavedOf } from '../lib/kept/unsaved-words.ts';

/** Ends the session of `email` in this browser, which keeps nothing of theirs then. */
export function useSignOut(email: string) {
  return useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      forgetUnsavedOf(email);
      forgetRecentOf(email);
      await forgetRecordingsOf(email);
      // A full load, so that nothing of this session stays in memory.
      location.assign('/sign-in');
    },
  });
}
