import classes from './sent.module.css';
import { Badge, type BadgeProps, Text, UnstyledButton } from '@mantine/core';
import type { TracedNotification, TracedNotificationPage } from '@training/shared/notifications/inbox';
import type { NotificationDeliveryState } from '@training/shared/notifications/notifications';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { TimeAgo, TimeUntil } from '../../ui/time.tsx';
import { TwoLineCell } from '../../ui/lists/two-line-cell.tsx';
import { labelOfEventAction } from '../events/sentence-parts.ts';
import { notSentReasonInWords } from './settings/outcome-words.ts';
import type { SentNotificationsSearchParams } from './sent-search.ts';
import type { EventAction } from '@training/shared/events/events';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { joinWithDots } from '../../lib/i18n/in-words.ts';

const t = translatorOf('notifications');

type Told = Pick<NonNullable<TracedNotificationPage['event']>, 'by' | 'name'> & { action: EventAction };

/**
 * Names an event whose changes aren't known: what happened, to what, and who caused it. A sentence would need the
 * changes: a trainer whose grade completes a module hasn't completed it.
 */
export const eventSummaryInWords = ({ action, name, by }: Told): string =>
  joinWithDots([labelOfEventAction(action), name, by.name]);

const BADGES: Record<NotificationDeliveryState, BadgeProps> = {
  pending: { variant: 'default' },
  sending: { variant: 'default' },
  sent: { color: 'green', variant: 'dot' },
  failed: { color: 'red.8', variant: 'filled' },
  suppressed: { color: 'yellow.4', variant: 'filled' },
};

interface SentTableProps {
  notifications: TracedNotification[];
  onFilter: (change: SentNotificationsSearchParams) => void;
}

export function SentNotificationsTable({ notifications, onFilter }: SentTableProps) {
  return (
    <DataTable label={t('sentOnes')} columns={columnsFor(onFilter)} rows={notifications} rowKey={({ id }) => id} />
  );
}

const columnsFor = (onFilter: SentTableProps['onFilter']): Column<TracedNotification>[] => [
  {
    key: 'what',
    header: t('notification'),
    cell: ({ kind, subject, by, event_id }) => (
      <TwoLineCell
        below={
          <>
            {by === null ? subject.name : t('thingBy', { name: subject.name, by })}
            {event_id !== null && (
              <>
                {' · '}
                <Narrow title={t('showOnlyEvent')} onClick={() => onFilter({ event: event_id })}>
                  {t('sameEvent')}
                </Narrow>
              </>
            )}
          </>
        }
      >
        {t(`kind.${kind}`)}
      </TwoLineCell>
    ),
  },
  {
    key: 'to',
    header: t('to'),
    cell: ({ recipient, because }) => (
      <TwoLineCell below={t(`because.${because}`)}>
        {recipient === null ? (
          t('toChannel')
        ) : (
          <Narrow title={t('showOnlyPerson')} onClick={() => onFilter({ person: recipient.id })}>
            {recipient.name}
          </Narrow>
        )}
      </TwoLineCell>
    ),
  },
  { key: 'channel', header: t('channel'), nowrap: true, cell: ({ channel }) => t(`channel.${channel}`) },
  { key: 'state', header: t('state'), cell: (notification) => <Outcome notification={notification} /> },
  { key: 'at', header: t('when'), nowrap: true, cell: ({ at }) => <TimeAgo at={at} /> },
];

/** A value in a row that can be clicked to filter by it. */
function Narrow({ title, onClick, children }: { title: string; onClick: () => void; children: string }) {
  return (
    <UnstyledButton className={classes.narrow} title={title} onClick={onClick}>
      {children}
    </UnstyledButton>
  );
}

function Outcome({ notification }: { notification: TracedNotification }) {
  const { state, due_at, finished_at, attempts, error, seen_at } = notification;
  const isWaiting = state === 'pending' || state === 'sending';
  return (
    <>
      <Badge {...BADGES[state]}>{t(`state.${state}`)}</Badge>
      <Text size="xs" c="dimmed" component="div">
        {notSentReasonInWords(notification)}
        {state === 'sent' && finished_at !== null && <SentAt at={finished_at} seenAt={seen_at} />}
        {isWaiting && due_at !== null && t.nodes('dueAt', { at: () => <TimeUntil at={due_at} /> })}
        {attempts > 1 && ` ${t('attempts', { count: attempts })}`}
        {error !== null && <div>{error}</div>}
      </Text>
    </>
  );
}

function SentAt({ at, seenAt }: { at: string; seenAt: string | null }) {
  if (seenAt === null) return <TimeAgo at={at} />;
  return t.nodes('sentAndSeen', { at: () => <TimeAgo at={at} />, seen: () => <TimeAgo at={seenAt} /> });
}
