import { useRef } from 'react';
import { v7 } from 'uuid';

/** Returns the same id for the same request, so that a repetition makes nothing twice. */
export function useStableRequestIdOf() {
  const last = useRef<{ asked: string; id: string }>(undefined);
  return (request: object): string => {
    const asked = JSON.stringify(request);
    if (last.current?.asked !== asked) last.current = { asked, id: v7() };
    return last.current.id;
  };
}
