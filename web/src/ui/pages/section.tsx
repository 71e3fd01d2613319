import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useId, useRef, type RefObject, useEffect, useState } from 'react';
import { useLocation } from '@tanstack/react-router';
import classes from './section.module.css';

/** Events that show that the user has moved on. */
const GOES_ON = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to the section that a followed link to `#anchor` names: focuses the heading and keeps it in place while
 * content above is loading, until the user moves on.
 */
function useAnchored(anchor: string | undefined, heading: RefObject<HTMLElement | null>): void {
  const { hash } = useLocation();
  const isMeant = anchor !== undefined && hash === anchor;
  const visits = useVisits(anchor);
  useEffect(() => {
    if (!isMeant) return;
    const place = () => heading.current?.scrollIntoView({ block: 'start' });
    // In the next frame, because a new page first focuses its main area.
    const frame = requestAnimationFrame(() => {
      heading.current?.focus({ preventScroll: true });
      place();
    });
    const growing = new ResizeObserver(place);
    growing.observe(document.body);
    const leave = () => growing.disconnect();
    for (const way of GOES_ON) window.addEventListener(way, leave, { once: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      leave();
      for (const way of GOES_ON) window.removeEventListener(way, leave);
    };
  }, [isMeant, visits, heading]);
}

/** Returns how often a link to the anchor was followed. The router ignores links to the current location. */
function useVisits(anchor: string | undefined): number {
  const [visits, setVisits] = useState(0);
  useEffect(() => {
    if (anchor === undefined) return;
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link?.hash === `#${anchor}` && link.pathname === location.pathname) setVisits((before) => before + 1);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [anchor]);
  return visits;
}

interface SectionProps {
  /** The element id that links use: `#api-tokens`. */
  anchor?: string;
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** One section of a page that has several. */
export function Section({ anchor, title, description, actions, children }: SectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useAnchored(anchor, heading);
  return (
    <section id={anchor} aria-labelledby={id} className={classes.section}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <div className={classes.words}>
          <Title ref={heading} order={2} id={id} tabIndex={-1} className={classes.heading}>
            <bdi>{title}</bdi>
          </Title>
          {description !== undefined && (
            <Text size="sm" c="dimmed" component="div">
              {description}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {children}
    </section>
  );
}
