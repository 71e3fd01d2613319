import { Notifications } from '@mantine/notifications';

/** Shows the notifications of `ui/notify.ts`. */
export function ToastContainer() {
  return <Notifications position="bottom-right" />;
}
