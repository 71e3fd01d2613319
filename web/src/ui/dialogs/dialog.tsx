// oxlint-disable-next-line no-restricted-imports -- this is what everybody else takes in its place
import { Modal, type ModalProps } from '@mantine/core';
import { useReturnedFocus } from '../focus/returned-focus.ts';

/** A dialog, which gives the focus back to its button however it comes and goes; the others are made of it. */
export function Dialog({ opened, returnFocus = true, ...props }: ModalProps) {
  const dialog = useReturnedFocus(opened, returnFocus);
  return <Modal ref={dialog} opened={opened} returnFocus={false} {...props} />;
}
