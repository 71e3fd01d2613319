import { Button, Group, Rating, Stack, Text, Textarea } from '@mantine/core';
import type { StudiedModule } from '@training/shared/learning';
import { useId, useState } from 'react';
import { problemOf } from '../../../lib/problem.ts';
import { trpc } from '../../../lib/trpc.ts';
import { notify } from '../../../ui/notify.ts';
import { FailedState } from '../../../ui/states.tsx';

/** What a learner says of a module, for its trainers. */
export function FeedbackForm({ module, enrollment }: { module: StudiedModule; enrollment: string }) {
  const [rating, setRating] = useState(module.feedback?.rating ?? 0);
  const [comment, setComment] = useState(module.feedback?.comment ?? '');
  const utils = trpc.useUtils();
  const label = useId();
  const sending = trpc.learning.feedback.useMutation({
    onSuccess: () => {
      notify('Thank you: your trainers will see it.');
      void utils.learning.open.invalidate({ module_id: module.module_id });
    },
  });
  const said = { rating: rating === 0 ? null : rating, comment: comment.trim() === '' ? null : comment };
  return (
    <details>
      <summary>
        {module.feedback === null ? 'Say what you think of this training' : 'Change what you said of it'}
      </summary>
      <Stack gap="xs" mt="xs" align="stretch">
        <Group gap="xs">
          <Text size="sm" id={label}>
            How good is it?
          </Text>
          <Rating
            value={rating}
            onChange={setRating}
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
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        {sending.error !== null && <FailedState what="it could not be sent" problem={problemOf(sending.error)} />}
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
