import { Notifications } from '@mantine/notifications';

/** Shows the notifications of `ui/notify.ts`. */
export function NotificationCorner() {
  return <Notifications position="bottom-right" />;
}
