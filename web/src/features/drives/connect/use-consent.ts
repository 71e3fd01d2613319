import { useState } from 'react';
import { SLOW, trpc } from '../../../lib/trpc.ts';

/** Sends the browser to Google, where somebody consents; they come back to the page of drives. */
export function useConsent() {
  const [isLeaving, setLeaving] = useState(false);
  const authorize = trpc.drives.authorize.useMutation({
    ...SLOW,
    onSuccess: ({ url }) => {
      setLeaving(true);
      // A form could not go there: the policy has no other target for forms than this origin.
      window.location.assign(url);
    },
  });
  return {
    isPending: authorize.isPending || isLeaving,
    error: authorize.error,
    /** @param id Of the connection whose consent is given anew. */
    ask: (id: string | null = null) => authorize.mutate({ connection_id: id }),
  };
}
