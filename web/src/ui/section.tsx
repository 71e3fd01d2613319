import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface SectionProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** One subject of a page that has several. */
export function Section({ title, description, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <div className={classes.words}>
          <Title order={2} id={id} tabIndex={-1}>
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
