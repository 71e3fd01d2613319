import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import type { DisplayableProblem } from '../lib/api/problem.ts';
import { translatorOf } from '../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** Like `notify`, but shown only once, even if several parts of the page call it. */
export function notifyOnce(id: string, message: ReactNode): void {
  notifications.show({
    id,
    message,
    color: 'green',
    role: 'status',
    closeButtonProps: { 'aria-label': t('closeNotification') },
  });
}

/**
 * Shows the reason why something failed whose button is no longer on screen, until it is closed.
 * @returns A function that closes it.
 */
export function notifyProblem({ detail }: DisplayableProblem): () => void {
  const id = notifications.show({
    message: detail,
    color: 'red',
    autoClose: false,
    role: 'alert',
    closeButtonProps: { 'aria-label': t('closeNotification') },
  });
  return () => void notifications.hide(id);
}

/** Shows a short confirmation in the corner. Errors belong next to the action that failed, not here. */
export function notify(message: ReactNode): void {
  notifications.show({
    message,
    color: 'green',
    role: 'status',
    closeButtonProps: { 'aria-label': t('closeNotification') },
  });
}
