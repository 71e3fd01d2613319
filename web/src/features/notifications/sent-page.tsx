import { Button, Text } from '@mantine/core';
import { IconBell, IconInfoCircle, IconX } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import {
  NotificationCategory,
  NotificationChannel,
  NotificationState,
  describeCategory,
} from '@training/shared/notifications/notifications';
import type { EventOutcome, TracedPage } from '@training/shared/notifications/inbox';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { SentSearch } from './sent-search.ts';
import { SentTable, eventTold } from './sent-table.tsx';
import { NewestAndOlder } from '../../ui/lists/newest-and-older.tsx';
import { Note } from '../../ui/note.tsx';
import { Time } from '../../ui/time.tsx';
import { FilterBar, FilterSelect } from '../../ui/lists/filter-bar.tsx';
import { PersonChoice } from '../users/person-choice.tsx';
import { CHANNELS, STATES } from './settings/outcome-words.ts';

const OUTCOMES: Record<EventOutcome, string> = {
  not_yet: 'Notifications will be sent in a moment.',
  told: 'Who was notified of this event, and who wasn’t.',
  nobody: 'There was no one to notify.',
  not_notified: 'Events of this kind send no notifications.',
  forgotten: 'These records are no longer kept.',
};

/** The event filtered by, and the notifications that it caused. */
function EventTold({ event }: { event: TracedPage['event'] }) {
  if (event === null) {
    return (
      <Note color="yellow" icon={<IconInfoCircle aria-hidden />} mb="md">
        Event not found in the audit log.
      </Note>
    );
  }
  const { at, outcome } = event;
  return (
    <Note color="indigo" icon={<IconInfoCircle aria-hidden />} mb="md">
      <Text>
        <bdi>{eventTold(event)}</bdi> · <Time at={at} />. {OUTCOMES[outcome]}
      </Text>
    </Note>
  );
}

const route = getRouteApi('/$workspace/settings/notifications/sent');
const PAGE_SIZE = 50;

/** All notifications, including unsent ones with the reason (rules/notifications 3). */
export function SentPage() {
  const { workspace } = useWorkspace();
  const search = route.useSearch();
  const { event, person, after } = search;
  const filters = {
    category: NotificationCategory.safeParse(search.category).data,
    channel: NotificationChannel.safeParse(search.channel).data,
    state: NotificationState.safeParse(search.state).data,
  };
  const navigate = useNavigate({ from: '/$workspace/settings/notifications/sent' });
  const params = { workspace: workspace.slug };
  const sent = trpc.notifications.trace.useQuery(
    { event_id: event, recipient_id: person, ...filters, after, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  const isFiltered = [event, person, ...Object.values(filters)].some((value) => value !== undefined);
  const filter = (change: SentSearch) => void navigate({ search: (now) => ({ ...now, ...change, after: undefined }) });
  const turnTo = (next: SentSearch['after']) => void navigate({ search: (now) => ({ ...now, after: next }) });
  const clear = isFiltered ? () => void navigate({ search: {} }) : undefined;
  return (
    <>
      <PageHeader
        title="Sent notifications"
        description="Every notification in this workspace, including those that weren’t sent, and why."
        above={
          <Breadcrumbs>
            <TextLink to="/$workspace/settings" params={params}>
              Settings
            </TextLink>
            <TextLink to="/$workspace/settings/notifications" params={params}>
              Notifications
            </TextLink>
          </Breadcrumbs>
        }
      />
      <SentFilters
        search={search}
        filters={filters}
        name={sent.data?.notifications.find(({ recipient }) => recipient?.id === person)?.recipient?.name}
        onFilter={filter}
        onClear={clear}
      />
      <PageState query={sent} what="the notifications">
        {({ event: asked, notifications, next }) => (
          <>
            {event !== undefined && <EventTold event={asked} />}
            {notifications.length === 0 ? (
              <NothingSent onClear={clear} />
            ) : (
              <SentTable notifications={notifications} onFilter={filter} />
            )}
            <NewestAndOlder from={after} next={next} onTurn={turnTo} />
          </>
        )}
      </PageState>
    </>
  );
}

function NothingSent({ onClear }: { onClear: (() => void) | undefined }) {
  return (
    <EmptyState
      title={onClear === undefined ? 'No notifications yet' : 'No notifications match'}
      icon={<IconBell size={28} stroke={1.5} />}
      action={
        onClear !== undefined && (
          <Button variant="default" onClick={onClear}>
            Show all
          </Button>
        )
      }
    >
      {onClear === undefined ? 'Notifications will appear here when something happens.' : 'Clear a filter.'}
    </EmptyState>
  );
}

interface SentFiltersProps {
  search: SentSearch;
  /** The valid filters among those in the URL. */
  filters: {
    category: NotificationCategory | undefined;
    channel: NotificationChannel | undefined;
    state: NotificationState | undefined;
  };
  /** The name of the person filtered by, if any notification was for them. */
  name: string | undefined;
  onFilter: (change: SentSearch) => void;
  onClear: (() => void) | undefined;
}

function SentFilters({ search, filters, name = 'one person', onFilter, onClear }: SentFiltersProps) {
  const { person, event } = search;
  const { category, channel, state } = filters;
  return (
    <FilterBar what="notifications" onClear={onClear}>
      {person === undefined ? (
        <PersonChoice filter="To anyone" value={null} onChange={(id) => onFilter({ person: id ?? undefined })} />
      ) : (
        <Taken label={`To ${name}`} onTake={() => onFilter({ person: undefined })} />
      )}
      <FilterSelect
        label="Notification"
        all="All notifications"
        options={NotificationCategory.options.map((value) => ({ value, label: describeCategory(value).label }))}
        value={category}
        onChange={(next) => onFilter({ category: next })}
      />
      <FilterSelect
        label="Channel"
        all="All channels"
        options={NotificationChannel.options.map((value) => ({ value, label: CHANNELS[value] }))}
        value={channel}
        onChange={(next) => onFilter({ channel: next })}
      />
      <FilterSelect
        label="State"
        all="All states"
        options={NotificationState.options.map((value) => ({ value, label: STATES[value] }))}
        value={state}
        onChange={(next) => onFilter({ state: next })}
      />
      {event !== undefined && <Taken label="One event" onTake={() => onFilter({ event: undefined })} />}
    </FilterBar>
  );
}

/** An active filter that can be removed. */
function Taken({ label, onTake }: { label: string; onTake: () => void }) {
  return (
    <Button
      variant="default"
      fw={500}
      rightSection={<IconX size={16} aria-hidden />}
      aria-label={`${label}: clear this filter`}
      onClick={onTake}
    >
      {label}
    </Button>
  );
}
