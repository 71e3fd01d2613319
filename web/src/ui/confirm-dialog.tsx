import { Button, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { problemOf } from '../lib/problem.ts';
import classes from './dialog.module.css';
import { giveLostFocus } from './lost-focus.ts';
import { Obstacle, asObstructed } from './obstacle.tsx';
import { FailedState } from './states.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  /** A question that names the thing: "Revoke “HR sync”?" */
  title: string;
  /** What happens then. */
  children: ReactNode;
  /** The verb, as on the button that opened the dialog. */
  confirmLabel: string;
  danger?: boolean;
  /** The mutation that the confirmation starts. */
  mutation: { isPending: boolean; error: unknown };
  /** Why it cannot be done any more, as whole sentences. */
  obstacle?: string | null;
  onConfirm: () => void;
}

/** Asks before something that cannot simply be undone. The safe answer has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title } = props;
  const [isSent, setSent] = useState(false);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setSent(false);
  }
  const isDone = isSent && !opened;
  const heading = useHeadingOfOpener(opened);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      classNames={{ title: classes.title }}
      // What was confirmed may have taken the opener's row away.
      returnFocus={!isDone}
      onExitTransitionEnd={() => isDone && giveLostFocus(heading.current)}
    >
      <Confirmation {...props} isSent={isSent} onSent={setSent} />
    </Modal>
  );
}

interface ConfirmationProps extends ConfirmDialogProps {
  /** Confirmed, and not refused. */
  isSent: boolean;
  onSent: (isSent: boolean) => void;
}

function Confirmation(props: ConfirmationProps) {
  const {
    onClose,
    children,
    confirmLabel,
    danger = false,
    mutation,
    obstacle = null,
    onConfirm,
    isSent,
    onSent,
  } = props;
  const { error, isPending } = mutation;
  const hasFailed = error !== null && error !== undefined;
  useEffect(() => {
    if (hasFailed) onSent(false);
  }, [hasFailed, onSent]);
  return (
    <Stack>
      <div>{children}</div>
      {hasFailed && obstacle === null && <FailedState what="that did not work" problem={problemOf(error)} />}
      <Obstacle>{obstacle}</Obstacle>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          color={danger ? 'red' : undefined}
          {...asObstructed(obstacle)}
          onClick={() => {
            if (obstacle !== null) return;
            // At once: the mutation says that it is pending only after a second click could have come.
            onSent(true);
            onConfirm();
          }}
          loading={isPending || isSent}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Stack>
  );
}

/** The heading of the section, or else of the page, in which the dialog was opened. */
function useHeadingOfOpener(opened: boolean) {
  const heading = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!opened) return;
    const around = document.activeElement?.closest('section[aria-labelledby]') ?? document.querySelector('main');
    heading.current = around?.querySelector<HTMLElement>('h1, h2') ?? null;
  }, [opened]);
  return heading;
}
