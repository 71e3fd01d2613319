import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { type DisplayableProblem, toDisplayableProblem } from '../../lib/api/problem.ts';
import type { StoredInputActions } from '../../lib/unsaved-input/use-stored-form-input.ts';
import classes from './dialog.module.css';
import { Dialog, ObstacleNote, blockedButtonPropsOf } from './dialog.tsx';
import { RestoredNotice } from '../forms/restored-notice.tsx';
import { FailedState } from '../pages/states.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

interface FormDialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Use `md` for one or two fields, `xl` for two columns. */
  size?: 'md' | 'lg' | 'xl';
  /** Mounted at each opening, so that a form starts with the current values. */
  children: ReactNode;
}

/**
 * A dialog with a form. Submitting often removes the button that opened it; the focus then goes to the page's heading.
 */
export function FormDialog({ opened, onClose, title, size = 'lg', children }: FormDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      classNames={{ title: classes.title }}
      size={size}
      // A stray click must not discard what was typed.
      closeOnClickOutside={false}
      onExitTransitionEnd={focusSomewhere}
    >
      {children}
    </Dialog>
  );
}

function focusSomewhere() {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('main h1')?.focus();
}

/** Returns the state of a form that sends one of these mutations, as `FormInDialog` takes it. */
export function formStateOfMutations(...mutations: { error: unknown; isPending: boolean }[]) {
  const error = mutations.map((mutation) => mutation.error).find((each) => each !== null) ?? null;
  return {
    problem: error === null ? null : toDisplayableProblem(error),
    isSubmitting: mutations.some(({ isPending }) => isPending),
  };
}

interface FormInDialogProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Called by Cancel, which discards typed text; Escape keeps it. */
  onClose: () => void;
  /** The state of typed text; null if there are no text fields. */
  storedInput: StoredInputActions | null;
  /** The failed action: "Couldn’t rename the department". */
  failure: string;
  problem: DisplayableProblem | null;
  submitLabel: string;
  isSubmitting: boolean;
  /** The reason why it can't be submitted any more, in full sentences. */
  obstacle?: string | null;
  danger?: boolean;
  children: ReactNode;
}

export function FormInDialog(props: FormInDialogProps) {
  const {
    onSubmit,
    onClose,
    storedInput,
    failure,
    problem,
    submitLabel,
    isSubmitting,
    obstacle = null,
    danger = false,
    children,
  } = props;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (obstacle === null) onSubmit(event);
  };
  const cancel = () => {
    storedInput?.discard();
    onClose();
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {storedInput !== null && <RestoredNotice storedInput={storedInput} />}
        {children}
        {problem !== null && obstacle === null && <FailedState what={failure} problem={problem} />}
        <ObstacleNote>{obstacle}</ObstacleNote>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={cancel}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            color={danger ? 'red' : undefined}
            loading={isSubmitting}
            {...blockedButtonPropsOf(obstacle)}
          >
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
