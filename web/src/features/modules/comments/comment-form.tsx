import { Button, Group, Stack } from '@mantine/core';
import { AddComment } from '@training/shared/reviews/reviews';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import type { FormWords } from '../../../lib/autosave/use-kept-words.ts';
import { RestoredNotice } from '../../../ui/forms/restored-notice.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import { submitByKey } from '../../../ui/forms/submit-by-key.ts';
import { TextLines } from '../../../ui/text-lines.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

interface CommentFormProps {
  target: Pick<AddComment, 'module_id' | 'section' | 'item_id'>;
  /** The label of the text field: "Comment on card 3". */
  label: string;
  submitLabel?: string;
  /** The id of the text field, which the opener focuses. */
  fieldId: string;
  words: FormWords;
  text: string;
  onText: (text: string) => void;
  onSent: () => void;
  onCancel: () => void;
}

export function CommentForm(props: CommentFormProps) {
  const { target, label, submitLabel = t('addComment'), fieldId, words, text, onText, onSent, onCancel } = props;
  const utils = trpc.useUtils();
  const add = trpc.reviews.comment.useMutation();
  const [error, setError] = useState<string | null>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const checked = AddComment.safeParse({ ...target, body: text.trim() });
    setError(checked.success ? null : (checked.error.issues[0]?.message ?? t('enterAComment')));
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
        <RestoredNotice words={words} />
        <TextLines
          id={fieldId}
          aria-label={label}
          rows={3}
          onKeyDown={submitByKey}
          value={text}
          error={error}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
        />
        {add.error !== null && <FailedState what={t('failedToAddComment')} problem={problemOf(add.error)} />}
        <Group gap="xs">
          <Button type="submit" size="compact-sm" loading={add.isPending}>
            {submitLabel}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
