import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import type { Problem } from '../../lib/problem.ts';
import type { FormWords } from '../../lib/kept/use-kept-words.ts';
import classes from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { Obstacle, asObstructed } from './obstacle.tsx';
import { RestoredNotice } from '../forms/restored-notice.tsx';
import { FailedState } from '../pages/states.tsx';

interface FormDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** A field or two need no more than `md`, two columns `xl`. */
  size?: 'md' | 'lg' | 'xl';
  /** Drawn anew at each opening, so that a form starts with what is there then. */
  children: ReactNode;
}

/**
 * A dialog with a form. What is sent often takes away the button that opened it: the focus goes to the page's heading
 * then.
 */
export function FormDialog({ opened, onClose, title, size = 'lg', children }: FormDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      classNames={{ title: classes.title }}
      size={size}
      // A click that misses must not throw away what was written.
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

interface FormInDialogProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** What was typed outlives Escape; only Cancel drops it. */
  onClose: () => void;
  /** Of what is typed into it; null where there is nothing to type. */
  words: FormWords | null;
  /** What could not be done, as "couldn't rename the department". */
  failure: string;
  problem: Problem | null;
  submitLabel: string;
  isSubmitting: boolean;
  /** Why it cannot be sent any more, as whole sentences. */
  obstacle?: string | null;
  danger?: boolean;
  children: ReactNode;
}

export function FormInDialog(props: FormInDialogProps) {
  const {
    onSubmit,
    onClose,
    words,
    failure,
    problem,
    submitLabel,
    isSubmitting,
    obstacle = null,
    danger = false,
    children,
  } = props;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (obstacle === null) onSubmit(event);
    else event.preventDefault();
  };
  const cancel = () => {
    words?.discard();
    onClose();
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {words !== null && <RestoredNotice words={words} />}
        {children}
        {problem !== null && obstacle === null && <FailedState what={failure} problem={problem} />}
        <Obstacle>{obstacle}</Obstacle>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" color={danger ? 'red' : undefined} loading={isSubmitting} {...asObstructed(obstacle)}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
