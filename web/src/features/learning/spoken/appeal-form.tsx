import { Button, Stack, Text, Textarea } from '@mantine/core';
import { type SpokenAnswer } from '@training/shared/grading/grading';
import { useState } from 'react';
import { exactTime } from '../../../lib/dates.ts';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useKeptState } from '../../../lib/autosave/use-kept-words.ts';
import { RestoredNotice } from '../../../ui/forms/restored-notice.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import { Note } from '../../../ui/note.tsx';
import { GRADING } from '@training/shared/grading/grading-limits';

/** Appeals a grade, once. A different person reviews it. */
export function AppealForm({ answer: { answer_id, appeal, appeal_by } }: { answer: SpokenAnswer }) {
  const { values, change, words: kept } = useKeptState(['appeal', answer_id], { words: '' });
  const { words } = values;
  const [isOpen] = useState(kept.restored !== null);
  const utils = trpc.useUtils();
  const appealing = trpc.grading.appeal.useMutation({
    onSuccess: (answer) => {
      kept.sent();
      utils.grading.answer.setData({ answer_id }, answer);
    },
  });
  if (appeal !== null && appeal.decided_at === null) {
    return <Note title="Appeal sent">Someone who hasn’t graded your answer will check it.</Note>;
  }
  if (appeal_by === null) return null;
  return (
    <details open={isOpen}>
      <summary>Is the grade wrong?</summary>
      <Stack gap="xs" mt="xs" align="stretch">
        <RestoredNotice words={kept} />
        <Text size="sm" c="dimmed">
          {appeal !== null && 'Your grade was lowered after your appeal was decided. '}
          You can appeal {appeal === null ? '' : 'again '}until {exactTime(appeal_by)}. Somebody else checks your
          answer. All grades are kept.
        </Text>
        <Textarea
          label="What is wrong with it?"
          autosize
          minRows={2}
          maxLength={GRADING.words}
          value={words}
          onChange={(event) => change({ words: event.currentTarget.value })}
        />
        {appealing.error !== null && (
          <FailedState what="Couldn’t send your appeal" problem={problemOf(appealing.error)} />
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
