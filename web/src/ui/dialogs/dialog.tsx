// oxlint-disable-next-line no-restricted-imports -- all other dialogs use this one instead
import { Modal, type ModalProps, Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { useReturnedFocus } from '../returned-focus.ts';

interface DialogProps extends ModalProps {
  /** True if only a button of its content closes it. */
  isLocked?: boolean;
}

/**
 * The base of all dialogs. Returns the focus to its opener however it is opened and closed. Keeps its title and content
 * while it fades out, when what they are about may be gone.
 */
export function Dialog({ opened, returnFocus = true, isLocked = false, title, children, ...props }: DialogProps) {
  const dialog = useReturnedFocus(opened, returnFocus);
  const [last, setLast] = useState({ title, children });
  if (opened && (last.title !== title || last.children !== children)) setLast({ title, children });
  const [{ wasOpened, openings }, setOpenings] = useState({ wasOpened: opened, openings: 0 });
  if (opened !== wasOpened) setOpenings({ wasOpened: opened, openings: openings + Number(opened) });
  const shown = opened ? { title, children } : last;
  const ways = { closeOnEscape: !isLocked, closeOnClickOutside: !isLocked, withCloseButton: !isLocked };
  return (
    <Modal ref={dialog} opened={opened} returnFocus={false} {...ways} {...props} title={shown.title}>
      {/* A dialog that is opened for something else while it fades out begins anew. */}
      <Fragment key={openings}>{shown.children}</Fragment>
    </Modal>
  );
}

/** Explains why the dialog's action isn't possible any more; renders nothing for null. */
export function ObstacleNote({ children }: { children: string | null }) {
  if (children === null) return null;
  return (
    <Alert color="yellow" role="alert" icon={<IconInfoCircle aria-hidden />}>
      {children}
    </Alert>
  );
}

/** Returns props for the blocked button. A truly disabled button would lose the focus. */
export function blockedButtonPropsOf(obstacle: string | null) {
  return obstacle === null ? {} : { 'aria-disabled': true, 'data-disabled': true };
}
