import { Badge, type BadgeProps, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './settings.module.css';

interface ChannelProps {
  id: string;
  title: string;
  badge: BadgeProps;
  isFailing: boolean;
  actions?: ReactNode;
  children: ReactNode;
}

/** A channel's card with its health and actions. */
export function Channel({ id, title, badge, isFailing, actions, children }: ChannelProps) {
  return (
    <article aria-labelledby={id} className={classes.channel} data-failing={isFailing || undefined}>
      <Group justify="space-between" align="flex-start" gap="xs" mb="xs">
        <Group gap="xs">
          <Title order={3} id={id} tabIndex={-1}>
            <bdi>{title}</bdi>
          </Title>
          <Badge {...badge} />
        </Group>
        {actions}
      </Group>
      {children}
    </article>
  );
}
