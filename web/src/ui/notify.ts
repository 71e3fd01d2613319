import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import type { Problem } from '../lib/api/problem.ts';

/** Like `notify`, but shown only once, even if several parts of the page call it. */
export function notifyOnce(id: string, message: ReactNode): void {
  notifications.show({
    id,
    message,
    color: 'green',
    role: 'status',
    closeButtonProps: { 'aria-label': 'Close notification' },
  });
}

/**
 * Shows the reason why something failed whose button is no longer on screen, until it is closed.
 * @returns A function that closes it.
 */
export function notifyProblem({ detail }: Problem): () => void {
  const id = notifications.show({
    message: detail,
    color: 'red',
    autoClose: false,
    role: 'alert',
    closeButtonProps: { 'aria-label': 'Close notification' },
  });
  return () => void notifications.hide(id);
}

/** Shows a short confirmation in the corner. Errors belong next to the action that failed, not here. */
export function notify(message: ReactNode): void {
  notifications.show({
    message,
    color: 'green',
    role: 'status',
    closeButtonProps: { 'aria-label': 'Close notification' },
  });
}
