import { useNotifications } from '@mantine/notifications';
import { lazyComponent, RetryLoadingSilently } from '../ui/lazy-component.tsx';
import { useIdleAfterFirstUse } from '../ui/use-idle.ts';

const Corner = lazyComponent(async () => (await import('./toast-container.tsx')).ToastContainer, {
  Failed: RetryLoadingSilently,
  Placeholder: () => null,
  isAmongInput: true,
});

/**
 * The notifications in the corner (ui/notify.ts). Their code loads when the browser is idle, or on the first
 * notification.
 */
export function Toasts() {
  const { notifications } = useNotifications();
  const isIdle = useIdleAfterFirstUse();
  return isIdle || notifications.length > 0 ? <Corner /> : null;
}
