import { useDocumentVisibility } from '@mantine/hooks';
import type { ModuleDetail } from '@training/shared/modules';
import { useEffect } from 'react';
import { trpc } from '../../lib/trpc.ts';

/** How often the module is asked for while its live news do not come through, in milliseconds. */
const POLL_INTERVAL = 5000;

/**
 * A module as a query that is kept up to date while somebody looks, for a browser opens six connections to a server, over
 * all tabs: live, or by asking again where live news are held up.
 */
export function useModule(id: string) {
  const modules = trpc.useUtils().modules.get;
  const module = trpc.modules.get.useQuery({ id });
  const isSeen = useDocumentVisibility() === 'visible';
  const news = trpc.modules.watch.useSubscription(
    { id },
    { enabled: isSeen && module.data !== undefined, onData: (next: ModuleDetail) => modules.setData({ id }, next) },
  );
  const isPolled = isSeen && module.data !== undefined && news.status !== 'pending';
  const { refetch } = module;
  useEffect(() => {
    if (!isPolled) return;
    const timer = setInterval(() => void refetch(), POLL_INTERVAL);
    return () => clearInterval(timer);
  }, [isPolled, refetch]);
  return module;
}
