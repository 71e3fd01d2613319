import { useMutation } from '@tanstack/react-query';
import { isSharedDevice, lockDevice } from '../lib/shared-device.ts';
import { signOut } from '../lib/auth.ts';
import { deleteRecentEntriesOf } from '../features/palette/recent.ts';
import { deleteUnsentRecordingsOf } from '../lib/unsaved-input/unsent-recordings.ts';
import { deleteUnsavedInputsOf } from '../lib/unsaved-input/unsaved-input.ts';

/** Ends the session of `email` in this browser, and deletes all of their stored data. */
export function useSignOut(email: string) {
  return useMutation({
    async mutationFn() {
      // The next page of a shared device signs out, even if the server refuses to now.
      if (isSharedDevice) lockDevice();
      else await signOut();
    },
    onSuccess: async () => {
      deleteUnsavedInputsOf(email);
      deleteRecentEntriesOf(email);
      await deleteUnsentRecordingsOf(email);
      if (isSharedDevice) return lockDevice();
      // A full reload clears the session's data from memory.
      return location.assign('/sign-in');
    },
  });
}
