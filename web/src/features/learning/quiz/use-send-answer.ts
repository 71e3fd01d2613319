import { ChoiceOrText } from '@training/shared/learning/attempts';
import { useEffect, useMemo } from 'react';
import { isPassing } from '../../../lib/api/http-error.ts';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { dropUnsaved, storedUnsaved, storeUnsaved } from '../../../lib/autosave/unsaved-words.ts';
import { useWorkspace } from '../../../lib/workspace.ts';
import { useStudiedModule } from '../use-studied-module.ts';

/**
 * Sends answers to the server, which grades them immediately. If it is unreachable, answers are stored in the browser
 * across reloads and sent once it responds. Sending an answer twice is safe: it counts once.
 */
export function useSendAnswer(moduleId: string, attemptId: string, onSend: (questionId: string) => void) {
  const { session, workspace } = useWorkspace();
  const place = useMemo(
    () => ({ email: session.email, workspace: workspace.slug, about: ['answers', attemptId] }),
    [session.email, workspace.slug, attemptId],
  );
  const { answered, reload } = useStudiedModule(moduleId);
  const sending = trpc.learning.answer.useMutation({
    onMutate: ({ question_id, response }) => {
      storeUnsaved(place, question_id, response);
      onSend(question_id);
    },
    retry: (_, error) => isPassing(problemOf(error).status),
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 10_000),
    onSuccess: (result, { question_id }) => {
      dropUnsaved(place, question_id);
      answered(result);
    },
    onError: (_error, { question_id }) => {
      // Refused, for example because another tab has answered: shows the server's state.
      dropUnsaved(place, question_id);
      void reload();
    },
  });
  const { mutate } = sending;
  useEffect(() => {
    // Left over from a page that was closed before sending it.
    for (const [question_id, kept] of storedUnsaved(place)) {
      const response = ChoiceOrText.safeParse(kept);
      if (response.success) mutate({ attempt_id: attemptId, question_id, response: response.data });
      else dropUnsaved(place, question_id);
    }
  }, [place, attemptId, mutate]);
  return {
    /** Returns the answer given here that hasn't reached the server. */
    unsent: (question_id: string): ChoiceOrText | null =>
      ChoiceOrText.safeParse(storedUnsaved(place).get(question_id)).data ?? null,
    send: (question_id: string, response: ChoiceOrText) => mutate({ attempt_id: attemptId, question_id, response }),
    isSending: sending.isPending,
    isAway: sending.isPending && sending.failureCount > 0,
    error: sending.error,
  };
}
