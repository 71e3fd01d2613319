import { Notifications } from '@mantine/notifications';

/** Where `ui/notify.ts` says what it says. */
export function Corner() {
  return <Notifications position="bottom-right" />;
}
