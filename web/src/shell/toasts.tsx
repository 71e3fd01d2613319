import { useNotifications } from '@mantine/notifications';
import { Suspense, lazy } from 'react';
import { useIdle } from '../ui/use-idle.ts';

const Corner = lazy(async () => ({ default: (await import('./corner.tsx')).Corner }));

/** What is said in the corner (ui/notify.ts). Its code is fetched when the browser is idle, or something is said. */
export function Toasts() {
  const { notifications } = useNotifications();
  const isIdle = useIdle();
  if (!isIdle && notifications.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Corner />
    </Suspense>
  );
}
