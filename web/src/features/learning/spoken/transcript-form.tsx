import { Button, Group, Stack, Textarea } from '@mantine/core';
import { GRADING, type Transcript } from '@training/shared/grading';
import { useState } from 'react';
import { problemOf } from '../../../lib/problem.ts';
import { trpc } from '../../../lib/trpc.ts';
import { FailedState } from '../../../ui/states.tsx';

/** What was heard, which its speaker can correct once. */
export function TranscriptForm({ answerId, transcript }: { answerId: string; transcript: Transcript }) {
  const [words, setWords] = useState(transcript.text);
  const utils = trpc.useUtils();
  const confirming = trpc.grading.confirmTranscript.useMutation({
    onSuccess: (answer) => utils.grading.answer.setData({ answer_id: answerId }, answer),
    onError: () => void utils.grading.answer.invalidate({ answer_id: answerId }),
  });
  const isChanged = words !== transcript.text;
  return (
    <Stack gap="xs" align="stretch">
      <Textarea
        label="This is what was heard"
        description="Correct what was misheard, once; both are kept. This is what is graded."
        autosize
        minRows={3}
        maxLength={GRADING.answer}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {confirming.error !== null && (
        <FailedState what="it could not be confirmed" problem={problemOf(confirming.error)} />
      )}
      <Group gap="sm">
        <Button
          loading={confirming.isPending}
          disabled={words.trim() === ''}
          onClick={() => confirming.mutate({ answer_id: answerId, ...(isChanged && { text: words }) })}
        >
          {isChanged ? 'Save the correction' : 'That is what I said'}
        </Button>
      </Group>
    </Stack>
  );
}
