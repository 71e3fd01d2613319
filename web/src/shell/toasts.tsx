import { useNotifications } from '@mantine/notifications';
import { Suspense, lazy } from 'react';
import { withCatalogues } from '../lib/i18n/catalogues.ts';
import { useIdle } from '../ui/use-idle.ts';

const Corner = lazy(async () => ({ default: (await withCatalogues(import('./corner.tsx'))).Corner }));

/**
 * The notifications in the corner (ui/notify.ts). Their code loads when the browser is idle, or on the first
 * notification.
 */
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
