import { Alert, Button, Code, Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DisplayableProblem } from '../../lib/api/problem.ts';
import classes from './states.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** Grey bars in place of `rows` rows; `label` is announced to screen readers. */
export function Loading({ label = t('loading'), rows = 6 }: { label?: string; rows?: number }) {
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
  /** The remedy, usually one button. */
  action?: ReactNode;
  /** Pass 1 if the state is the whole page. */
  headingLevel?: 1 | 2 | 3;
}

/** Explains why there is no content, and how to change that. */
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
  /** The failed action: "Couldn’t load the list of people". */
  what: string;
  problem: DisplayableProblem;
  onRetry?: () => void;
  retrying?: boolean;
  /** Seconds until an automatic retry; null while retrying, undefined if there is none. */
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
              // Hidden from screen readers, which would announce every second.
              <Text size="sm" aria-hidden>
                {t('tryingAgainIn', { seconds: retryIn })}
              </Text>
            )}
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              onClick={onRetry}
              loading={retrying}
            >
              {retryIn === undefined ? t('tryAgain') : t('tryNow')}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

/** The id to quote in support requests; the server's log contains the same. */
function RequestId({ problem }: { problem: DisplayableProblem }) {
  if (problem.request_id === null) return null;
  return (
    <Text size="xs" className={classes.requestId}>
      {t.nodes('request', { id: () => <Code>{problem.request_id}</Code> })}
    </Text>
  );
}

export function ForbiddenState({ children, headingLevel }: Pick<StateProps, 'children' | 'headingLevel'>) {
  return (
    <EmptyState title={t('noAccessToPage')} icon={<IconLock size={28} />} headingLevel={headingLevel}>
      {children ?? t('askForAccess')}
    </EmptyState>
  );
}

function sentence(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
