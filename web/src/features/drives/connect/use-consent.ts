import { useState } from 'react';
import { SLOW_QUERY_OPTIONS, trpc } from '../../../lib/api/trpc.ts';

/** Redirects to Google's consent page, which leads back to the drives page. */
export function useRedirectToGoogleConsent() {
  const [isLeaving, setLeaving] = useState(false);
  const authorize = trpc.drives.authorize.useMutation({
    ...SLOW_QUERY_OPTIONS,
    onSuccess: ({ url }) => {
      setLeaving(true);
      // A form can't do this: the content security policy allows only this origin as a form target.
      window.location.assign(url);
    },
  });
  return {
    isPending: authorize.isPending || isLeaving,
    error: authorize.error,
    /** @param id The connection whose consent is renewed; null for a new one. */
    ask: (id: string | null = null) => authorize.mutate({ connection_id: id }),
  };
}
