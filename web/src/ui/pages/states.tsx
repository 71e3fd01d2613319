import { Alert, Button, Code, Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Problem } from '../../lib/problem.ts';
import classes from './states.module.css';

/** Grey bars in place of `rows` rows; a screen reader hears `label`. */
export function Loading({ label = 'Loading', rows = 6 }: { label?: string; rows?: number }) {
  return (
    <Stack gap="sm" aria-busy="true">
      <VisuallyHidden component="output">{label}…</VisuallyHidden>
      <Skeleton height={28} width="40%" />
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={36} />
      ))}
    </Stack>
  );
}

interface StateProps {
  title: string;
  children?: ReactNode;
  icon?: ReactNode;
  /** What to do about it: usually one button. */
  action?: ReactNode;
  /** 1 where the state is all that the page has. */
  headingLevel?: 1 | 2 | 3;
}

/** Nothing is there, and why, and how to change that. */
export function EmptyState({ title, children, icon, action, headingLevel = 2 }: StateProps) {
  return (
    <div className={classes.state}>
      {icon !== undefined && (
        <div className={classes.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <Title order={headingLevel} size="h4">
        {title}
      </Title>
      {children !== undefined && (
        <Text c="dimmed" size="sm" component="div">
          {children}
        </Text>
      )}
      {action !== undefined && <Group mt="xs">{action}</Group>}
    </div>
  );
}

interface FailedStateProps {
  /** What could not be done, as "couldn't load the list of people". */
  what: string;
  problem: Problem;
  onRetry?: () => void;
  retrying?: boolean;
  /** In how many seconds that happens by itself; null while it does, undefined where it does not. */
  retryIn?: number | null | undefined;
}

export function FailedState({ what, problem, onRetry, retrying = false, retryIn }: FailedStateProps) {
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={sentence(what)}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{problem.detail}</Text>
        <RequestId problem={problem} />
        {onRetry !== undefined && (
          <Group gap="xs">
            {typeof retryIn === 'number' && (
              // Not read out each second.
              <Text size="sm" aria-hidden>
                Trying again in {retryIn} s ·
              </Text>
            )}
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              onClick={onRetry}
              loading={retrying}
            >
              {retryIn === undefined ? 'Try again' : 'Try now'}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

/** What to quote when asking for help: the server's log has the same id. */
export function RequestId({ problem }: { problem: Problem }) {
  if (problem.request_id === null) return null;
  return (
    <Text size="xs" className={classes.requestId}>
      Request <Code>{problem.request_id}</Code>
    </Text>
  );
}

export function ForbiddenState({ children, headingLevel }: Pick<StateProps, 'children' | 'headingLevel'>) {
  return (
    <EmptyState title="You don’t have access to this page" icon={<IconLock size={28} />} headingLevel={headingLevel}>
      {children ?? 'If you need it, ask a super admin of this workspace.'}
    </EmptyState>
  );
}

function sentence(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
