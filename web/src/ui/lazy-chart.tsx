import { Skeleton, Text } from '@mantine/core';
import { type ComponentType, useEffect, useState } from 'react';

/**
 * A chart, whose library is larger than the rest of the page and is fetched when there is something to draw. Whatever it
 * shows stands in a table beside it.
 */
export function lazyChart<Props extends object>(load: () => Promise<ComponentType<Props>>, height = 240) {
  return function LazyChart(props: Props) {
    const [Chart, setChart] = useState<ComponentType<Props> | 'loading' | 'failed'>('loading');
    useEffect(() => {
      let isShown = true;
      load().then(
        (loaded) => isShown && setChart(() => loaded),
        () => isShown && setChart('failed'),
      );
      return () => {
        isShown = false;
      };
    }, []);
    if (Chart === 'loading') return <Skeleton height={height} />;
    if (Chart === 'failed')
      return <Text c="dimmed">The chart could not be loaded. The table has all of its numbers.</Text>;
    return <Chart {...props} />;
  };
}
