import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

/** As `notify`, of which one is enough, however many parts of the page say it at once. */
export function notifyOnce(id: string, message: ReactNode): void {
  notifications.show({
    id,
    message,
    color: 'green',
    role: 'status',
    closeButtonProps: { 'aria-label': 'Close notification' },
  });
}

/** A short confirmation in the corner; what failed belongs next to what was tried, not here. */
export function notify(message: ReactNode): void {
  notifications.show({
    message,
    color: 'green',
    role: 'status',
    closeButtonProps: { 'aria-label': 'Close notification' },
  });
}
