import { Button, Group, Stack, Textarea } from '@mantine/core';
import { type Transcript } from '@training/shared/grading/grading';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useKeptState } from '../../../lib/autosave/use-kept-words.ts';
import { RestoredNotice } from '../../../ui/forms/restored-notice.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import { TimeUntil } from '../../../ui/time.tsx';
import { GRADING } from '@training/shared/grading/grading-limits';

interface TranscriptFormProps {
  answerId: string;
  transcript: Transcript;
  /** The deadline, after which the answer is graded unchanged. */
  correctBy: string;
  onConfirmed: () => void;
}

/** Asks the speaker to confirm the transcript, or to correct it once. */
export function TranscriptForm({ answerId, transcript, correctBy, onConfirmed }: TranscriptFormProps) {
  const { values, change, words: kept } = useKeptState(['transcript', answerId], { words: transcript.text });
  const { words } = values;
  const utils = trpc.useUtils();
  const confirming = trpc.grading.confirmTranscript.useMutation({
    onSuccess: (answer) => {
      kept.sent();
      utils.grading.answer.setData({ answer_id: answerId }, answer);
      onConfirmed();
    },
    onError: () => void utils.grading.answer.invalidate({ answer_id: answerId }),
  });
  const isChanged = words !== transcript.text;
  return (
    <Stack gap="xs" align="stretch">
      <RestoredNotice words={kept} />
      <Textarea
        label="What we heard"
        description={
          <>
            Check the text, then confirm. You can correct it once. Without you, it’s graded as it is{' '}
            <TimeUntil at={correctBy} />.
          </>
        }
        autosize
        minRows={3}
        maxLength={GRADING.answer}
        value={words}
        onChange={(event) => change({ words: event.currentTarget.value })}
      />
      {confirming.error !== null && (
        <FailedState what="Couldn’t save your answer" problem={problemOf(confirming.error)} />
      )}
      <Group gap="sm">
        <Button
          size="md"
          loading={confirming.isPending}
          disabled={words.trim() === ''}
          onClick={() => confirming.mutate({ answer_id: answerId, ...(isChanged && { text: words }) })}
        >
          {isChanged ? 'Save correction' : 'That’s what I said'}
        </Button>
      </Group>
    </Stack>
  );
}
