import { Badge, Button, Code, Group, Stack, Text, Title, type BadgeProps } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { WebhookDelivery, DeliveryAttempt, DeliveryState } from '@training/shared/webhooks/webhooks';
import { useState } from 'react';
import { topics } from '@training/shared/live';
import { Time, TimeUntil } from '../../../ui/time.tsx';
import { answerInWords } from '../webhook-words.ts';
import { exactTime } from '../../../lib/i18n/dates.ts';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { inFull } from '../../../lib/i18n/numbers.ts';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { FailedState, Loading } from '../../../ui/pages/states.tsx';
import webhooks from '../webhooks.module.css';
import classes from './deliveries.module.css';
import { useReplay } from './use-replay.ts';

interface DeliveryListProps {
  endpointId: string;
  deliveries: WebhookDelivery[];
  mayReplay: boolean;
}

/** One line per delivery, which expands to its attempts and payload. */
export function DeliveryList({ endpointId, deliveries, mayReplay }: DeliveryListProps) {
  return (
    <ul className={classes.list} aria-label="Deliveries">
      {deliveries.map((delivery) => (
        <Delivery key={delivery.event_id} endpointId={endpointId} delivery={delivery} mayReplay={mayReplay} />
      ))}
    </ul>
  );
}

interface DeliveryProps extends Omit<DeliveryListProps, 'deliveries'> {
  delivery: WebhookDelivery;
}

function Delivery({ delivery, ...details }: DeliveryProps) {
  const { type, at, state, replayed, last_attempt, due_at } = delivery;
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={classes.delivery}>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={classes.line}>
          <IconChevronRight size={16} className={classes.chevron} aria-hidden />
          <span className={classes.state}>
            <Badge {...DELIVERY_STATES[state].badge} />
          </span>
          <span className={classes.type}>
            {type}
            {replayed && <span className={classes.note}>replayed</span>}
          </span>
          <span className={classes.outcome}>
            {last_attempt !== null && answerInWords(last_attempt)}
            {state === 'retrying' && due_at !== null && (
              <>
                , again <TimeUntil at={due_at} />
              </>
            )}
          </span>
          <span className={classes.time}>
            <Time at={at} />
          </span>
        </summary>
        {isOpen && <DeliveryDetails delivery={delivery} {...details} />}
      </details>
    </li>
  );
}

interface DeliveryDetailsProps {
  endpointId: string;
  delivery: WebhookDelivery;
  mayReplay: boolean;
}

/** The payload, and the result of each attempt. */
function DeliveryDetails({ endpointId, delivery, mayReplay }: DeliveryDetailsProps) {
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

export const DELIVERY_STATES: Record<DeliveryState, { label: string; badge: BadgeProps }> = {
  pending: { label: 'Waiting to be sent', badge: { children: 'Pending', variant: 'default' } },
  sending: { label: 'Sending', badge: { children: 'Sending', variant: 'default' } },
  delivered: { label: 'Delivered', badge: { children: 'Delivered', color: 'green', variant: 'dot' } },
  retrying: { label: 'Retrying', badge: { children: 'Retrying', color: 'yellow.4', variant: 'filled' } },
  exhausted: { label: 'Given up', badge: { children: 'Given up', color: 'red.8', variant: 'filled' } },
  held: { label: 'Held', badge: { children: 'Held', color: 'yellow.4', variant: 'filled' } },
  cancelled: { label: 'Cancelled', badge: { children: 'Cancelled', variant: 'default' } },
};

/** Returns true unless the delivery is already in progress. */
const isReplayable = (state: DeliveryState) => state !== 'pending' && state !== 'sending';
