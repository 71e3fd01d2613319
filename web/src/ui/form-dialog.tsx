import { Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import type { Problem } from '../lib/problem.ts';
import classes from './dialog.module.css';
import { Obstacle, asObstructed } from './obstacle.tsx';
import { FailedState } from './states.tsx';

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
    <Modal
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
    </Modal>
  );
}

function focusSomewhere() {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('main h1')?.focus();
}

interface FormInDialogProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  /** Completes "… was not done", as "the section was not queried". */
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
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {children}
        {problem !== null && obstacle === null && <FailedState what={failure} problem={problem} />}
        <Obstacle>{obstacle}</Obstacle>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
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
