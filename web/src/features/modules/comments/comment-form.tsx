import { Button, Group, Stack } from '@mantine/core';
import type { AddComment } from '@training/shared/reviews/reviews';
import { type FormEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import type { FormInputPlace } from '../../../lib/unsaved-input/stored-forms.ts';
import { useStoredFormState } from '../../../lib/unsaved-input/use-stored-form-input.ts';
import { RestoredNotice } from '../../../ui/forms/restored-notice.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import { submitByKey } from '../../../ui/forms/submit-by-key.ts';
import { MultilineField } from '../../../ui/text-lines.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

/** The unsent text of a comment, which survives re-rendering; null while its form is closed. */
export function useCommentDraft(at: FormInputPlace) {
  const given: { text: string | null } = { text: null };
  const { values, change, storedInput } = useStoredFormState(at, given);
  const fieldId = useId();
  const adderId = useId();
  const open = () => {
    flushSync(() => change({ text: '' }));
    document.getElementById(fieldId)?.focus();
  };
  const close = () => {
    // The button reappears only after this render.
    flushSync(storedInput.discard);
    document.getElementById(adderId)?.focus();
  };
  const write = (text: string) => change({ text });
  return { text: values.text, storedInput: { ...storedInput, discard: close }, fieldId, adderId, open, close, write };
}

interface CommentFormProps {
  target: Pick<AddComment, 'module_id' | 'section' | 'item_id'>;
  /** The label of the text field: "Comment on card 3". */
  label: string;
  submitLabel?: string;
  draft: ReturnType<typeof useCommentDraft>;
}

export function CommentForm({ target, label, submitLabel = t('addComment'), draft }: CommentFormProps) {
  const { storedInput, fieldId, close, write } = draft;
  const text = draft.text ?? '';
  const utils = trpc.useUtils();
  const add = trpc.reviews.comment.useMutation();
  const [error, setError] = useState<string | null>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const body = text.trim();
    const refuse = (problem: string) => {
      setError(problem);
      document.getElementById(fieldId)?.focus();
    };
    if (body === '') return refuse(t('enterAComment'));
    setError(null);
    add.mutate(
      { ...target, body },
      {
        onSuccess: async () => {
          await utils.modules.get.invalidate({ id: target.module_id });
          close();
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={send}>
      <Stack gap="xs">
        <RestoredNotice storedInput={storedInput} />
        <MultilineField
          id={fieldId}
          aria-label={label}
          rows={3}
          onKeyDown={submitByKey}
          value={text}
          error={error}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
        {add.error !== null && <FailedState what={t('failedToAddComment')} problem={toDisplayableProblem(add.error)} />}
        <Group gap="xs">
          <Button type="submit" size="compact-sm" loading={add.isPending}>
            {submitLabel}
          </Button>
          <Button size="compact-sm" variant="default" onClick={close}>
            {t('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
