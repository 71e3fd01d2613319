import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { problemOf } from '../../lib/problem.ts';
import classes from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { giveLostFocus } from '../focus/lost-focus.ts';
import { Obstacle, asObstructed } from './obstacle.tsx';
import { headingAround } from '../focus/returned-focus.ts';
import { FailedState } from '../pages/states.tsx';

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
  /** What has the focus: the safe answer unless told. */
  focus?: 'cancel' | 'confirm';
  onConfirm: () => void;
}

/** Asks before something that cannot simply be undone. */
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
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      classNames={{ title: classes.title }}
      // What was confirmed may have taken the opener's row away.
      returnFocus={!isDone}
      onExitTransitionEnd={() => isDone && giveLostFocus(heading.current)}
    >
      <Confirmation {...props} isSent={isSent} onSent={setSent} />
    </Dialog>
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
    focus = 'cancel',
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
      <Obstacle>{obstacle}</Obstacle>
      <div>{children}</div>
      {hasFailed && obstacle === null && (
        <FailedState what={`couldn’t ${inSentence(confirmLabel)}`} problem={problemOf(error)} />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus={focus === 'cancel' || undefined}>
          Cancel
        </Button>
        <Button
          color={danger ? 'red' : undefined}
          data-autofocus={focus === 'confirm' || undefined}
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

/** A label within a sentence. */
const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

/** The heading of the section, or else of the page, in which the dialog was opened. */
function useHeadingOfOpener(opened: boolean) {
  const heading = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!opened) return;
    heading.current = headingAround(document.activeElement);
  }, [opened]);
  return heading;
}
