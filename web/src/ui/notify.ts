import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

/** A short confirmation in the corner; what failed belongs next to what was tried, not here. */
export function notify(message: ReactNode): void {
  notifications.show({
    message,
    color: 'green',
    role: 'status',
    closeButtonProps: { 'aria-label': 'Close notification' },
  });
}
