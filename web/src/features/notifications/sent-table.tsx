import classes from './sent.module.css';
import { Badge, type BadgeProps, Text, UnstyledButton } from '@mantine/core';
import type { TracedNotification, TracedPage } from '@training/shared/notifications/inbox';
import { BECAUSE, describeKind, type NotificationState } from '@training/shared/notifications/notifications';
import { counted } from '../../lib/numbers.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { Time, TimeUntil } from '../../ui/time.tsx';
import { TwoLines } from '../../ui/lists/two-lines.tsx';
import { actionLabel } from '../events/sentence-parts.ts';
import { CHANNELS, STATES, reasonWords } from './settings/outcome-words.ts';
import type { SentSearch } from './sent-search.ts';
import type { EventAction } from '@training/shared/events/events';

type Told = Pick<NonNullable<TracedPage['event']>, 'by' | 'name'> & { action: EventAction };

/**
 * Names an event whose changes aren't known: what happened, to what, and who caused it. A sentence would need the
 * changes: a trainer whose grade completes a module hasn't completed it.
 */
export const eventTold = ({ action, name, by }: Told): string => [actionLabel(action), name, by.name].join(' · ');

const BADGES: Record<NotificationState, BadgeProps> = {
  pending: { variant: 'default' },
  sending: { variant: 'default' },
  sent: { color: 'green', variant: 'dot' },
  failed: { color: 'red.8', variant: 'filled' },
  suppressed: { color: 'yellow.4', variant: 'filled' },
};

interface SentTableProps {
  notifications: TracedNotification[];
  onFilter: (change: SentSearch) => void;
}

export function SentTable({ notifications, onFilter }: SentTableProps) {
  return (
    <DataTable label="notifications" columns={columnsFor(onFilter)} rows={notifications} rowKey={({ id }) => id} />
  );
}

const columnsFor = (onFilter: SentTableProps['onFilter']): Column<TracedNotification>[] => [
  {
    key: 'what',
    header: 'Notification',
    cell: ({ kind, subject, by, event_id }) => (
      <TwoLines
        below={
          <>
            {by === null ? subject.name : `${subject.name}, by ${by}`}
            {event_id !== null && (
              <>
                {' · '}
                <Narrow title="Show only this event" onClick={() => onFilter({ event: event_id })}>
                  Same event
                </Narrow>
              </>
            )}
          </>
        }
      >
        {describeKind(kind).label}
      </TwoLines>
    ),
  },
  {
    key: 'to',
    header: 'To',
    cell: ({ recipient, because }) => (
      <TwoLines below={BECAUSE[because]}>
        {recipient === null ? (
          'The chat channel'
        ) : (
          <Narrow title="Show only this person" onClick={() => onFilter({ person: recipient.id })}>
            {recipient.name}
          </Narrow>
        )}
      </TwoLines>
    ),
  },
  { key: 'channel', header: 'Channel', nowrap: true, cell: ({ channel }) => CHANNELS[channel] },
  { key: 'state', header: 'State', cell: (notification) => <Outcome notification={notification} /> },
  { key: 'at', header: 'When', nowrap: true, cell: ({ at }) => <Time at={at} /> },
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
      <Badge {...BADGES[state]}>{STATES[state]}</Badge>
      <Text size="xs" c="dimmed" component="div">
        {reasonWords(notification)}
        {state === 'sent' && finished_at !== null && <Time at={finished_at} />}
        {isWaiting && due_at !== null && (
          <>
            Due <TimeUntil at={due_at} />
          </>
        )}
        {attempts > 1 && ` ${counted(attempts, 'attempt')}.`}
        {state === 'sent' && seen_at !== null && (
          <>
            , seen <Time at={seen_at} />
          </>
        )}
        {error !== null && <div>{error}</div>}
      </Text>
    </>
  );
}
