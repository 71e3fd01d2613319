import { Badge, Button, Code, Group, Stack, Text, Title, type BadgeProps } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { WebhookDelivery, DeliveryAttempt, WebhookDeliveryState } from '@training/shared/webhooks/webhooks';
import { useState } from 'react';
import { liveTopics } from '@training/shared/live';
import { TimeAgo, TimeUntil } from '../../../ui/time.tsx';
import { testResponseInWords } from '../webhook-words.ts';
import { formatTimeToTheSecond } from '../../../lib/i18n/dates.ts';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { formatNumber } from '../../../lib/i18n/numbers.ts';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { FailedState, Loading } from '../../../ui/pages/states.tsx';
import webhooks from '../webhooks.module.css';
import framed from '../../../ui/lists/framed-list.module.css';
import facts from '../../../ui/facts.module.css';
import classes from './deliveries.module.css';
import { useReplayWebhookDeliveries } from './use-replay.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('webhooks');

interface DeliveryListProps {
  endpointId: string;
  deliveries: WebhookDelivery[];
  mayReplay: boolean;
}

/** One line per delivery, which expands to its attempts and payload. */
export function DeliveryList({ endpointId, deliveries, mayReplay }: DeliveryListProps) {
  return (
    <ul className={framed.list} aria-label={t('deliveries')}>
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
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={classes.line}>
          <IconChevronRight size={16} className={classes.chevron} aria-hidden />
          <span className={classes.state}>
            <Badge {...BADGES[state]}>{t(`state.${state}`)}</Badge>
          </span>
          <span className={classes.type}>
            {type}
            {replayed && <span className={classes.note}>{t('replayed')}</span>}
          </span>
          <span className={classes.outcome}>
            {last_attempt !== null &&
              (state === 'retrying' && due_at !== null
                ? t.nodes('triedAgain', {
                    answer: testResponseInWords(last_attempt),
                    at: () => <TimeUntil at={due_at} />,
                  })
                : testResponseInWords(last_attempt))}
          </span>
          <span className={classes.time}>
            <TimeAgo at={at} />
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
    topic: liveTopics.webhooks,
  });
  const replay = useReplayWebhookDeliveries();
  return (
    <div className={classes.details}>
      <dl className={facts.facts}>
        <dt>{t('happened')}</dt>
        <dd>{formatTimeToTheSecond(at)}</dd>
        <dt>{t('id')}</dt>
        <dd>
          <Code>{event_id}</Code>
        </dd>
        {sequence !== null && (
          <>
            <dt>{t('sequence')}</dt>
            <dd>{formatNumber(sequence)}</dd>
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
            {t('replay')}
          </Button>
        </Group>
      )}
      {replay.error !== null && (
        <FailedState what={t('failedToReplayEvent')} problem={toDisplayableProblem(replay.error)} />
      )}
      <PageState query={detail} what={t('theDelivery')} loading={<Loading label={t('loadingDelivery')} rows={2} />}>
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
        {t('attempts')}
      </Title>
      {attempts.length === 0 ? (
        <Text c="dimmed">{t('noneYet')}</Text>
      ) : (
        <ol className={classes.attempts} aria-label={t('attempts')}>
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
        <Badge variant="default">{formatNumber(n)}</Badge>
        <Text fw={500}>{status ?? t('noAnswer')}</Text>
        <Text c="dimmed">{t.nodes('took', { ms: duration_ms, at: () => <TimeAgo at={at} /> })}</Text>
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
          {t('payload')}
        </Title>
        <CopyButton value={text} label={t('copyPayload')} />
      </Group>
      <Code block className={webhooks.body}>
        {text}
      </Code>
    </div>
  );
}

const BADGES: Record<WebhookDeliveryState, BadgeProps> = {
  pending: { variant: 'default' },
  sending: { variant: 'default' },
  delivered: { color: 'green', variant: 'dot' },
  retrying: { color: 'yellow.4', variant: 'filled' },
  exhausted: { color: 'red.8', variant: 'filled' },
  held: { color: 'yellow.4', variant: 'filled' },
  cancelled: { variant: 'default' },
};

/** Returns true unless the delivery is already in progress. */
const isReplayable = (state: WebhookDeliveryState) => state !== 'pending' && state !== 'sending';
