import { Button, Stack, Text, Textarea } from '@mantine/core';
import type { Attempt, GivenAnswer } from '@training/shared/learning/attempts';
import type { SpokenResponse } from '@training/shared/grading/grading';
import type { StudiedModule } from '@training/shared/learning/learning';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { isPassing } from '../../../lib/api/http-error.ts';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useKeptState } from '../../../lib/autosave/use-kept-words.ts';
import { RestoredNotice } from '../../../ui/forms/restored-notice.tsx';
import { dropRecording } from '../../../lib/autosave/unsent-recordings.ts';
import { useWorkspace } from '../../../lib/workspace.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { useStudiedModule } from '../use-studied-module.ts';
import { RecorderPanel } from './recorder-panel.tsx';
import { SpokenState } from './spoken-state.tsx';
import { Note } from '../../../ui/note.tsx';
import { GRADING } from '@training/shared/grading/grading-limits';
import { whyNoRecording } from './use-microphone.ts';

interface SpokenQuestionProps {
  module: StudiedModule;
  attempt: Attempt;
  question: StudiedModule['questions'][number];
  given: GivenAnswer | undefined;
  onAnswered: (questionId: string) => void;
}

/** A question answered by speaking, or optionally by typing. */
export function SpokenQuestion({ module, attempt, question, given, onAnswered }: SpokenQuestionProps) {
  const noRecording = whyNoRecording();
  const at = ['spoken answer', attempt.id, question.id] as const;
  const { values, change, words: kept } = useKeptState(at, { words: '' });
  const { words } = values;
  const [isTyping, setTyping] = useState(noRecording !== null || kept.restored !== null);
  const { session, workspace } = useWorkspace();
  const place = useMemo(
    () => ({ email: session.email, workspace: workspace.id, attempt: attempt.id, question: question.id }),
    [session.email, workspace.id, attempt.id, question.id],
  );
  const { reload } = useStudiedModule(module.module_id);
  const { client } = trpc.useUtils();
  const sending = useMutation({
    mutationFn: async (answer: { recording: Blob } | { text: string }) => {
      const response: SpokenResponse =
        'text' in answer
          ? { by: 'text', text: answer.text }
          : {
              by: 'recording',
              recording_id: (await client.grading.uploadRecording.mutate(answer.recording)).recording_id,
            };
      return client.grading.answerSpoken.mutate({ attempt_id: attempt.id, question_id: question.id, response });
    },
    // Safe to retry: the same recording is stored once, and the same answer counts once.
    retry: (_, error) => isPassing(problemOf(error).status),
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 10_000),
    networkMode: 'always',
    onMutate: () => onAnswered(question.id),
    onSuccess: () => {
      kept.sent();
      void dropRecording(place);
    },
    onSettled: reload,
  });
  if (given !== undefined) return <SpokenState answerId={given.answer_id} moduleId={module.module_id} />;
  return (
    <Stack gap="sm" align="stretch">
      {sending.error !== null && <FailedState what="Couldn’t send the answer" problem={problemOf(sending.error)} />}
      {sending.isPending && sending.failureCount > 0 && (
        <Note title="Not sent yet">
          The server isn’t responding. Your answer is kept in this browser and sent as soon as it is back.
        </Note>
      )}
      {isTyping ? (
        <>
          <RestoredNotice words={kept} />
          {noRecording !== null && <Text c="dimmed">{noRecording} Type your answer.</Text>}
          <Textarea
            label="Your answer"
            autosize
            minRows={4}
            maxLength={GRADING.answer}
            value={words}
            onChange={(event) => change({ words: event.currentTarget.value })}
          />
          <Button
            size="md"
            mr="auto"
            loading={sending.isPending}
            disabled={words.trim() === ''}
            onClick={() => sending.mutate({ text: words })}
          >
            Answer
          </Button>
        </>
      ) : (
        <RecorderPanel
          place={place}
          isSending={sending.isPending}
          onSend={({ blob }) => sending.mutate({ recording: blob })}
        />
      )}
      {noRecording === null && !sending.isPending && (
        <Button variant="subtle" mr="auto" onClick={() => setTyping(!isTyping)}>
          {isTyping ? 'Speak instead' : 'Type instead'}
        </Button>
      )}
    </Stack>
  );
}
