import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useId, useRef } from 'react';
import { useAnchored } from './anchored.ts';
import classes from './section.module.css';

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
