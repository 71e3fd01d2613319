import { Badge, type BadgeProps, Group, Text, Title } from '@mantine/core';
import { CAPABILITIES, type Capability } from '@training/shared/provider-keys/provider-keys';
import type { ReactNode } from 'react';
import { type KeyState, headingIdOf } from './key-words.ts';
import classes from './provider-keys.module.css';

const BADGES: Record<KeyState, BadgeProps> = {
  own: { children: 'Own key', color: 'teal.9', variant: 'filled' },
  failing: { children: 'Failing', color: 'red.8', variant: 'filled' },
  rate_limited: { children: 'Rate-limited', color: 'yellow.4', variant: 'filled' },
  unreachable: { children: 'Not reachable', color: 'yellow.4', variant: 'filled' },
  pooled: { children: 'Pooled', variant: 'default' },
  unavailable: { children: 'Not available', color: 'yellow.4', variant: 'filled' },
};

interface RowFrameProps {
  capability: Capability;
  state: KeyState;
  /** Buttons; omit for read-only users. */
  actions: ReactNode;
  children: ReactNode;
}

/** A capability's card: its purpose, health and actions. */
export function RowFrame({ capability, state, actions, children }: RowFrameProps) {
  const heading = headingIdOf(capability);
  const { label, usedFor } = CAPABILITIES[capability];
  return (
    <article aria-labelledby={heading} className={classes.row} data-state={state}>
      <div className={classes.head}>
        <div className={classes.title}>
          <Group gap="xs">
            <Title order={3} id={heading} tabIndex={-1}>
              {label}
            </Title>
            <Badge {...BADGES[state]} />
          </Group>
          <Text c="dimmed">{usedFor}</Text>
        </div>
        {actions}
      </div>
      {children}
    </article>
  );
}
