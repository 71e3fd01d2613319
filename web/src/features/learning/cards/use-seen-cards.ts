import type { StudiedModule } from '@training/shared/learning';
import { useCallback, useEffect, useRef } from 'react';
import { isPassing } from '../../../lib/http-error.ts';
import { problemOf } from '../../../lib/problem.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useStudiedModule } from '../use-studied-module.ts';

/** So long is waited for more cards before they are sent together, in milliseconds. */
const TOGETHER = 1_500;

/** Notes which cards have been seen, a few at a time; a server that is away is told later. */
export function useSeenCards(module: StudiedModule, enrollment: string) {
  const { seen } = useStudiedModule(module.module_id);
  const unsent = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sending = trpc.learning.see.useMutation({
    retry: (_, error) => isPassing(problemOf(error).status),
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 15_000),
    onSuccess: (state, { card_ids }) => seen(new Set(card_ids), state),
  });
  const { mutate } = sending;
  const revision = module.revision.id;
  const send = useCallback(() => {
    clearTimeout(timer.current);
    if (unsent.current.size === 0) return;
    mutate({ enrollment_id: enrollment, revision_id: revision, card_ids: [...unsent.current] });
    unsent.current = new Set();
  }, [mutate, enrollment, revision]);
  // Whoever goes on to the quiz takes along what they have seen.
  useEffect(() => send, [send]);
  const note = useCallback(
    (id: string) => {
      unsent.current.add(id);
      clearTimeout(timer.current);
      timer.current = setTimeout(send, TOGETHER);
    },
    [send],
  );
  return { note, send, isAway: sending.failureCount > 1, error: sending.error };
}
