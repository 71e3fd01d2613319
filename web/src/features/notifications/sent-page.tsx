import { Button, Text } from '@mantine/core';
import { IconBell, IconInfoCircle, IconX } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import {
  NotificationCategory,
  NotificationChannel,
  NotificationDeliveryState,
} from '@training/shared/notifications/notifications';
import type { TracedNotificationPage } from '@training/shared/notifications/inbox';
import { trpc } from '../../lib/api/trpc.ts';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { SentNotificationsSearchParams } from './sent-search.ts';
import { SentNotificationsTable, eventSummaryInWords } from './sent-table.tsx';
import { CursorPagination } from '../../ui/lists/newest-and-older.tsx';
import { Note } from '../../ui/note.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { FilterBar, FilterSelect } from '../../ui/lists/filter-bar.tsx';
import { PersonChoice } from '../users/person-choice.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('notifications');

/** The event filtered by, and the notifications that it caused. */
function EventTold({ event }: { event: TracedNotificationPage['event'] }) {
  if (event === null) {
    return (
      <Note color="yellow" icon={<IconInfoCircle aria-hidden />} mb="md">
        {t('eventNotFound')}
      </Note>
    );
  }
  const { at, outcome } = event;
  return (
    <Note color="indigo" icon={<IconInfoCircle aria-hidden />} mb="md">
      <Text>
        {t.nodes('eventAt', { event: () => <bdi>{eventSummaryInWords(event)}</bdi>, at: () => <TimeAgo at={at} /> })}{' '}
        {t(`outcome.${outcome}`)}
      </Text>
    </Note>
  );
}

const route = getRouteApi('/$workspace/settings/notifications/sent');
const PAGE_SIZE = 50;

/** All notifications, including unsent ones with the reason (rules/notifications 3). */
export function SentNotificationsPage() {
  const search = route.useSearch();
  const { event, person, after } = search;
  const filters = {
    category: NotificationCategory.safeParse(search.category).data,
    channel: NotificationChannel.safeParse(search.channel).data,
    state: NotificationDeliveryState.safeParse(search.state).data,
  };
  const navigate = useNavigate({ from: '/$workspace/settings/notifications/sent' });
  const sent = trpc.notifications.trace.useQuery(
    { event_id: event, recipient_id: person, ...filters, after, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  const isFiltered = [event, person, ...Object.values(filters)].some((value) => value !== undefined);
  const filter = (change: SentNotificationsSearchParams) =>
    void navigate({ search: (now) => ({ ...now, ...change, after: undefined }) });
  const turnTo = (next: SentNotificationsSearchParams['after']) =>
    void navigate({ search: (now) => ({ ...now, after: next }) });
  const clear = isFiltered ? () => void navigate({ search: {} }) : undefined;
  return (
    <>
      <PageHeader
        title={t('sentNotifications')}
        description={t('aboutSent')}
        above={
          <Breadcrumbs>
            <TextLink to="/$workspace/settings">{t('settings')}</TextLink>
            <TextLink to="/$workspace/settings/notifications">{t('notifications')}</TextLink>
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
      <PageState query={sent} what={t('theNotifications')}>
        {({ event: asked, notifications, next }) => (
          <>
            {event !== undefined && <EventTold event={asked} />}
            {notifications.length === 0 ? (
              <NothingSent onClear={clear} />
            ) : (
              <SentNotificationsTable notifications={notifications} onFilter={filter} />
            )}
            <CursorPagination from={after} next={next} onTurn={turnTo} />
          </>
        )}
      </PageState>
    </>
  );
}

function NothingSent({ onClear }: { onClear: (() => void) | undefined }) {
  return (
    <EmptyState
      title={onClear === undefined ? t('noNotificationsYet') : t('noNotificationsMatch')}
      icon={<IconBell size={28} stroke={1.5} />}
      action={
        onClear !== undefined && (
          <Button variant="default" onClick={onClear}>
            {t('showAll')}
          </Button>
        )
      }
    >
      {onClear === undefined ? t('willAppear') : t('clearAFilter')}
    </EmptyState>
  );
}

interface SentFiltersProps {
  search: SentNotificationsSearchParams;
  /** The valid filters among those in the URL. */
  filters: {
    category: NotificationCategory | undefined;
    channel: NotificationChannel | undefined;
    state: NotificationDeliveryState | undefined;
  };
  /** The name of the person filtered by, if any notification was for them. */
  name: string | undefined;
  onFilter: (change: SentNotificationsSearchParams) => void;
  onClear: (() => void) | undefined;
}

function SentFilters({ search, filters, name, onFilter, onClear }: SentFiltersProps) {
  const { person, event } = search;
  const { category, channel, state } = filters;
  return (
    <FilterBar what={t('sentOnes')} onClear={onClear}>
      {person === undefined ? (
        <PersonChoice filter={t('toAnyone')} value={null} onChange={(id) => onFilter({ person: id ?? undefined })} />
      ) : (
        <Taken
          label={name === undefined ? t('toOnePerson') : t('toPerson', { name })}
          onTake={() => onFilter({ person: undefined })}
        />
      )}
      <FilterSelect
        label={t('notification')}
        all={t('allNotifications')}
        options={NotificationCategory.options.map((value) => ({ value, label: t(`category.${value}`) }))}
        value={category}
        onChange={(next) => onFilter({ category: next })}
      />
      <FilterSelect
        label={t('channel')}
        all={t('allChannels')}
        options={NotificationChannel.options.map((value) => ({ value, label: t(`channel.${value}`) }))}
        value={channel}
        onChange={(next) => onFilter({ channel: next })}
      />
      <FilterSelect
        label={t('state')}
        all={t('allStates')}
        options={NotificationDeliveryState.options.map((value) => ({ value, label: t(`state.${value}`) }))}
        value={state}
        onChange={(next) => onFilter({ state: next })}
      />
      {event !== undefined && <Taken label={t('oneEvent')} onTake={() => onFilter({ event: undefined })} />}
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
      aria-label={t('clearThis', { filter: label })}
      onClick={onTake}
    >
      {label}
    </Button>
  );
}
