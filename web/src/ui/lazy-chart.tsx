import { Skeleton, Text } from '@mantine/core';
import { type ComponentType, useEffect, useRef, useState } from 'react';

/**
 * A chart whose library is larger than the rest of the page. It loads when there are data and the chart is near the
 * viewport. A table next to it must show the same data.
 */
export function lazyChart<Props extends object>(load: () => Promise<ComponentType<Props>>, height = 240) {
  return function LazyChart(props: Props) {
    const [Chart, setChart] = useState<ComponentType<Props> | 'loading' | 'failed'>('loading');
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (place.current === null) return;
      let isShown = true;
      const near = new IntersectionObserver(
        (seen) => {
          if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
          near.disconnect();
          load().then(
            (loaded) => isShown && setChart(() => loaded),
            () => isShown && setChart('failed'),
          );
        },
        { rootMargin: '50% 0%' },
      );
      near.observe(place.current);
      return () => {
        isShown = false;
        near.disconnect();
      };
    }, []);
    if (Chart === 'loading') return <Skeleton ref={place} height={height} />;
    if (Chart === 'failed') return <Text c="dimmed">Couldn’t load the chart. The table has all its numbers.</Text>;
    return <Chart {...props} />;
  };
}
