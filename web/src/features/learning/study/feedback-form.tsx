import { Button, Group, Rating, Stack, Text, Textarea } from '@mantine/core';
import type { StudiedModule } from '@training/shared/learning/learning';
import { useId, useState } from 'react';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useKeptState } from '../../../lib/autosave/use-kept-words.ts';
import { notify } from '../../../ui/notify.ts';
import { RestoredNotice } from '../../../ui/forms/restored-notice.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';

/** Feedback on a module for its trainers. */
export function FeedbackForm({ module, enrollment }: { module: StudiedModule; enrollment: string }) {
  const { values, change, words } = useKeptState(['feedback on a training', enrollment], {
    rating: module.feedback?.rating ?? 0,
    comment: module.feedback?.comment ?? '',
  });
  const { rating, comment } = values;
  const [isOpen] = useState(words.restored !== null);
  const utils = trpc.useUtils();
  const label = useId();
  const sending = trpc.learning.feedback.useMutation({
    onSuccess: () => {
      words.sent();
      notify('Your feedback was sent to your trainers.');
      void utils.learning.open.invalidate({ module_id: module.module_id });
    },
  });
  const said = { rating: rating === 0 ? null : rating, comment: comment.trim() === '' ? null : comment };
  return (
    <details open={isOpen}>
      <summary>{module.feedback === null ? 'Give feedback' : 'Change feedback'}</summary>
      <Stack gap="xs" mt="xs" align="stretch">
        <RestoredNotice words={words} />
        <Group gap="xs">
          <Text size="sm" id={label}>
            Rating
          </Text>
          <Rating
            value={rating}
            onChange={(next) => change({ rating: next })}
            aria-labelledby={label}
            getSymbolLabel={(value) => `${value} of 5`}
          />
        </Group>
        <Textarea
          label="What could be better?"
          autosize
          minRows={2}
          maxLength={2_000}
          value={comment}
          onChange={(event) => change({ comment: event.currentTarget.value })}
        />
        {sending.error !== null && (
          <FailedState what="Couldn’t send your feedback" problem={problemOf(sending.error)} />
        )}
        <Button
          mr="auto"
          variant="default"
          disabled={said.rating === null && said.comment === null}
          loading={sending.isPending}
          onClick={() => sending.mutate({ enrollment_id: enrollment, ...said })}
        >
          Send
        </Button>
      </Stack>
    </details>
  );
}
