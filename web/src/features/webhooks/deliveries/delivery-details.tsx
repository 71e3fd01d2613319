import { Badge, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import type { DeliveryAttempt, WebhookDelivery } from '@training/shared/webhooks/webhooks';
import { topics } from '@training/shared/live';
import { exactTime } from '../../../lib/dates.ts';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { inFull } from '../../../lib/numbers.ts';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { FailedState, Loading } from '../../../ui/pages/states.tsx';
import { Time } from '../../../ui/time.tsx';
import webhooks from '../webhooks.module.css';
import classes from './deliveries.module.css';
import { isReplayable } from './delivery-words.ts';
import { useReplay } from './use-replay.ts';

interface DeliveryDetailsProps {
  endpointId: string;
  delivery: WebhookDelivery;
  mayReplay: boolean;
}

/** The payload, and the result of each attempt. */
export function DeliveryDetails({ endpointId, delivery, mayReplay }: DeliveryDetailsProps) {
  const { event_id, sequence, at, state } = delivery;
  const detail = useLiveQuery(trpc.webhooks.delivery.useQuery({ id: endpointId, event_id }), {
    topic: topics.webhooks,
  });
  const replay = useReplay();
  return (
    <div className={classes.details}>
      <dl className={webhooks.facts}>
        <dt>Happened</dt>
        <dd>{exactTime(at)}</dd>
        <dt>Id</dt>
        <dd>
          <Code>{event_id}</Code>
        </dd>
        {sequence !== null && (
          <>
            <dt>Sequence</dt>
            <dd>{inFull(sequence)}</dd>
          </>
        )}
      </dl>
      {mayReplay && isReplayable(state) && (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            loading={replay.isPending}
            onClick={() => replay.mutate({ which: 'one', id: endpointId, event_id })}
          >
            Replay
          </Button>
        </Group>
      )}
      {replay.error !== null && <FailedState what="Couldn’t replay the event" problem={problemOf(replay.error)} />}
      <PageState query={detail} what="the delivery" loading={<Loading label="Loading delivery" rows={2} />}>
        {({ attempts, payload }) => (
          <>
            <Attempts attempts={attempts} />
            {payload !== null && <Payload text={JSON.stringify(payload, null, 2)} />}
          </>
        )}
      </PageState>
    </div>
  );
}

function Attempts({ attempts }: { attempts: DeliveryAttempt[] }) {
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        Attempts
      </Title>
      {attempts.length === 0 ? (
        <Text c="dimmed">None yet.</Text>
      ) : (
        <ol className={classes.attempts} aria-label="Attempts">
          {attempts.map((attempt) => (
            <li key={attempt.n}>
              <Attempt attempt={attempt} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Attempt({ attempt: { n, at, status, error, duration_ms, response } }: { attempt: DeliveryAttempt }) {
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Badge variant="default">{inFull(n)}</Badge>
        <Text fw={500}>{status ?? 'No answer'}</Text>
        <Text c="dimmed">
          {inFull(duration_ms)} ms, <Time at={at} />
        </Text>
      </Group>
      {error !== null && <Text>{error}</Text>}
      {response !== null && response !== '' && (
        <Code block className={webhooks.body}>
          {response}
        </Code>
      )}
    </Stack>
  );
}

function Payload({ text }: { text: string }) {
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Title order={3} size="h5">
          Payload
        </Title>
        <CopyButton value={text} label="Copy payload" />
      </Group>
      <Code block className={webhooks.body}>
        {text}
      </Code>
    </div>
  );
}
