import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import classes from './dialog.module.css';
import { Dialog, ObstacleNote, blockedButtonPropsOf } from './dialog.tsx';
import { restoreLostFocus } from '../focus.ts';
import { findHeadingAround } from '../returned-focus.ts';
import { FailedState } from '../pages/states.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  /** A question that names the subject: "Revoke “HR sync”?" */
  title: string;
  /** The consequence. */
  children: ReactNode;
  /** The verb, same as on the button that opened the dialog. */
  confirmLabel: string;
  /** The failed action: "Couldn’t revoke token". */
  failed: string;
  danger?: boolean;
  /** The mutation that the confirmation starts. Closing the dialog resets it. */
  mutation: { isPending: boolean; error: unknown; reset: () => void };
  /** The reason why it isn't possible any more, in full sentences. */
  obstacle?: string | null;
  /** The button with the initial focus; defaults to cancel, the safe choice. */
  focus?: 'cancel' | 'confirm';
  onConfirm: () => void;
}

/** Asks for confirmation before an action that can't easily be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, mutation } = props;
  const onClose = () => {
    mutation.reset();
    props.onClose();
  };
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
      // The confirmed action may have removed the opener's row.
      returnFocus={!isDone}
      onExitTransitionEnd={() => isDone && restoreLostFocus(heading.current)}
    >
      <Confirmation {...props} onClose={onClose} isSent={isSent} onSent={setSent} />
    </Dialog>
  );
}

interface ConfirmationProps extends ConfirmDialogProps {
  /** True once confirmed, unless refused. */
  isSent: boolean;
  onSent: (isSent: boolean) => void;
}

function Confirmation(props: ConfirmationProps) {
  const {
    onClose,
    children,
    confirmLabel,
    failed,
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
      <ObstacleNote>{obstacle}</ObstacleNote>
      <div>{children}</div>
      {hasFailed && obstacle === null && <FailedState what={failed} problem={toDisplayableProblem(error)} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus={focus === 'cancel' || undefined}>
          {t('cancel')}
        </Button>
        <Button
          color={danger ? 'red' : undefined}
          data-autofocus={focus === 'confirm' || undefined}
          {...blockedButtonPropsOf(obstacle)}
          onClick={() => {
            if (obstacle !== null) return;
            // Immediately: the mutation becomes pending too late to prevent a second click.
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

/** Returns the heading of the section, or else the page, in which the dialog was opened. */
function useHeadingOfOpener(opened: boolean) {
  const heading = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!opened) return;
    heading.current = findHeadingAround(document.activeElement);
  }, [opened]);
  return heading;
}
