import { Notifications } from '@mantine/notifications';

/** Shows the notifications of `ui/notify.ts`. */
export function Corner() {
  return <Notifications position="bottom-right" />;
}
