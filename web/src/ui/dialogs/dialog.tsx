// oxlint-disable-next-line no-restricted-imports -- all other dialogs use this one instead
import { Modal, type ModalProps } from '@mantine/core';
import { useReturnedFocus } from '../focus/returned-focus.ts';

/** The base of all dialogs. Returns the focus to its opener however it is opened and closed. */
export function Dialog({ opened, returnFocus = true, ...props }: ModalProps) {
  const dialog = useReturnedFocus(opened, returnFocus);
  return <Modal ref={dialog} opened={opened} returnFocus={false} {...props} />;
}
