import { Button, Group, Stack, Textarea } from '@mantine/core';
import { AddComment } from '@training/shared/reviews';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../../../lib/problem.ts';
import { trpc } from '../../../lib/trpc.ts';
import { FailedState } from '../../../ui/states.tsx';

interface CommentFormProps {
  target: Pick<AddComment, 'module_id' | 'section' | 'item_id'>;
  /** What it is about, as "card 3". */
  about: string;
  /** Id of the text field, which the opener puts the focus on. */
  fieldId: string;
  text: string;
  onText: (text: string) => void;
  onSent: () => void;
  onCancel: () => void;
}

export function CommentForm({ target, about, fieldId, text, onText, onSent, onCancel }: CommentFormProps) {
  const utils = trpc.useUtils();
  const add = trpc.reviews.comment.useMutation();
  const [error, setError] = useState<string | null>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const checked = AddComment.safeParse({ ...target, body: text.trim() });
    setError(checked.success ? null : (checked.error.issues[0]?.message ?? 'Must be a text'));
    if (!checked.success) {
      document.getElementById(fieldId)?.focus();
      return;
    }
    add.mutate(checked.data, {
      onSuccess: async () => {
        await utils.modules.get.invalidate({ id: target.module_id });
        onSent();
      },
    });
  };
  return (
    <form noValidate onSubmit={send}>
      <Stack gap="xs">
        <Textarea
          id={fieldId}
          aria-label={`Comment on ${about}`}
          rows={3}
          value={text}
          error={error}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
        />
        {add.error !== null && <FailedState what="the comment was not added" problem={problemOf(add.error)} />}
        <Group gap="xs">
          <Button type="submit" size="compact-sm" loading={add.isPending}>
            Add comment
          </Button>
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
