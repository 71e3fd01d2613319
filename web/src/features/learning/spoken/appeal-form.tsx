import { Button, Stack, Text, Textarea } from '@mantine/core';
import { GRADING, type SpokenAnswer } from '@training/shared/grading';
import { useState } from 'react';
import { exactTime } from '../../../lib/dates.ts';
import { problemOf } from '../../../lib/problem.ts';
import { trpc } from '../../../lib/trpc.ts';
import { FailedState } from '../../../ui/states.tsx';
import { Note } from '../../../ui/note.tsx';

/** A grade can be appealed once; somebody else looks at it. */
export function AppealForm({ answer: { answer_id, appeal, appeal_by } }: { answer: SpokenAnswer }) {
  const [words, setWords] = useState('');
  const utils = trpc.useUtils();
  const appealing = trpc.grading.appeal.useMutation({
    onSuccess: (answer) => utils.grading.answer.setData({ answer_id }, answer),
  });
  if (appeal !== null && appeal.decided_at === null) {
    return <Note title="You have appealed">Somebody else than who graded it looks at your answer.</Note>;
  }
  if (appeal !== null || appeal_by === null) return null;
  return (
    <details>
      <summary>Is the grade wrong?</summary>
      <Stack gap="xs" mt="xs" align="stretch">
        <Text size="sm" c="dimmed">
          You can appeal once, until {exactTime(appeal_by)}. Somebody else looks at your answer; the grade of today is
          kept beside theirs.
        </Text>
        <Textarea
          label="What is wrong with it?"
          autosize
          minRows={2}
          maxLength={GRADING.words}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {appealing.error !== null && (
          <FailedState what="your appeal could not be sent" problem={problemOf(appealing.error)} />
        )}
        <Button
          mr="auto"
          variant="default"
          disabled={words.trim() === ''}
          loading={appealing.isPending}
          onClick={() => appealing.mutate({ answer_id, words })}
        >
          Appeal
        </Button>
      </Stack>
    </details>
  );
}
