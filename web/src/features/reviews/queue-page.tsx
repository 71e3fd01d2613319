import { Button } from '@mantine/core';
import { IconClipboardCheck, IconLanguage } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { keepPreviousData } from '@tanstack/react-query';
import { liveTopics } from '@training/shared/live';
import { type ListReviews, ReviewOrder } from '@training/shared/reviews/reviews';
import type { ReviewQueueSearchParams } from './review-search.ts';
import { pageNumberAt, limitAndOffsetOf } from '../../lib/search-params.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { Note } from '../../ui/note.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { useListOrder } from '../../ui/lists/use-list-order.ts';
import { EmptyState } from '../../ui/pages/states.tsx';
import { ReviewQueueTable } from './queue-table.tsx';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { FilterBar, FilterSelect } from '../../ui/lists/filter-bar.tsx';
import { useDepartmentOptions } from './queue-queries.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('reviews');

interface QueueFiltersProps {
  search: ReviewQueueSearchParams;
  onFilter: (change: ReviewQueueSearchParams) => void;
  onClear: (() => void) | undefined;
}

/** The numbers of days on offer, as in the URL. */
const DAYS = ['1', '3', '7', '14', '30'] as const;

function QueueFilters({ search: { state, claim, department, days }, onFilter, onClear }: QueueFiltersProps) {
  const departments = useDepartmentOptions();
  return (
    <FilterBar what={t('reviews')} onClear={onClear}>
      <FilterSelect
        label={t('state')}
        all={t('waitingForReview')}
        options={[{ value: 'sent_back' as const, label: t('changesRequested') }]}
        value={state}
        onChange={(next) => onFilter({ state: next })}
      />
      <FilterSelect
        label={t('claim')}
        all={t('claimedOrNot')}
        options={[
          { value: 'unclaimed' as const, label: t('notClaimed') },
          { value: 'mine' as const, label: t('claimedByMe') },
        ]}
        value={claim}
        onChange={(next) => onFilter({ claim: next })}
      />
      <FilterSelect
        label={t('department')}
        all={t('allDepartments')}
        options={departments.map(({ id, name }) => ({ value: id, label: name }))}
        value={department}
        onChange={(next) => onFilter({ department: next })}
      />
      <FilterSelect
        label={t('waiting')}
        all={t('anyWaitingTime')}
        options={DAYS.map((day) => ({ value: day, label: t('waitingDays', { days: Number(day) }) }))}
        value={DAYS.find((day) => Number(day) === days)}
        onChange={(next) => onFilter({ days: next === undefined ? undefined : Number(next) })}
      />
    </FilterBar>
  );
}

const route = getRouteApi('/$workspace/reviews/');
const PAGE_SIZE = 50;

/** The review queue, the longest waiting first unless sorted otherwise (rules/review 20). */
export function ReviewQueuePage() {
  // An explicit type: it must not depend on the type of all routes, which include this page.
  const search: ReviewQueueSearchParams = route.useSearch();
  const { state = 'waiting', claim, department, days, order, down, page } = search;
  const navigate = useNavigate({ from: '/$workspace/reviews/' });
  const { limit, offset } = limitAndOffsetOf(page, PAGE_SIZE);
  const filter = (change: ReviewQueueSearchParams) =>
    void navigate({ search: (before) => ({ ...before, ...change, page: undefined }) });
  const sort = useListOrder({
    list: 'reviews',
    keys: ReviewOrder.options,
    initial: { by: 'waiting', isDescending: true },
    descendingFirst: ['waiting'],
    inUrl: { by: order, isDescending: down },
    onChange: ({ by, isDescending }) => filter({ order: by, down: isDescending || undefined }),
  });
  const queue = useQueue({
    state,
    claim: claim ?? 'all',
    department_id: department,
    waiting_days: days,
    order: sort.by,
    descending: sort.isDescending,
    limit,
    offset,
  });
  const mayDecide = usePermissionReach('reviews:decide') !== undefined;
  const clear = () => void navigate({ search: ({ order: by, down: isDown }) => ({ order: by, down: isDown }) });
  const isNarrowed = claim !== undefined || department !== undefined || days !== undefined;
  return (
    <>
      <PageHeader
        title={t('review')}
        description={mayDecide ? t(DESCRIPTIONS[state]) : `${t(DESCRIPTIONS[state])} ${t('youCanReadIt')}`}
      />
      <TranslationsWait />
      <QueueFilters search={search} onFilter={filter} onClear={isNarrowed || state !== 'waiting' ? clear : undefined} />
      <PageState query={queue} what={t('theReviewQueue')}>
        {({ modules, total }) => (
          <PagedList
            what={t('modules', { count: total })}
            total={total}
            limit={limit}
            offset={offset}
            onPage={(next) =>
              void navigate({ search: (before) => ({ ...before, page: pageNumberAt(next, PAGE_SIZE) }) })
            }
            empty={isNarrowed ? <NoneMatches onClear={clear} /> : EMPTY[state]}
          >
            <ReviewQueueTable rows={modules} state={state} sort={sort} />
          </PagedList>
        )}
      </PageState>
    </>
  );
}

/** Leads to translations that wait for a reviewer, or whose source has changed. */
function TranslationsWait() {
  const waiting = useTotal('review');
  const outdated = useTotal('translate');
  if (waiting + outdated === 0) return null;
  const show = waiting > 0 ? 'review' : 'translate';
  return (
    <Note mb="md" icon={<IconLanguage aria-hidden />}>
      {t.nodes('translationsWait', {
        waiting,
        outdated,
        link: (text) => (
          <TextLink to="/$workspace/translations" search={{ show }}>
            {text}
          </TextLink>
        ),
      })}
    </Note>
  );
}

/** Returns the number of variants in a queue; 0 while loading. */
function useTotal(state: 'review' | 'translate'): number {
  const found = trpc.translations.list.useQuery({ state, limit: 1 });
  return useLiveQuery(found, { topic: liveTopics.reviews }).data?.total ?? 0;
}

const DESCRIPTIONS = {
  waiting: 'describesWaiting',
  sent_back: 'describesSentBack',
} as const;

function NothingWaits() {
  return (
    <EmptyState title={t('allCaughtUp')} icon={<IconClipboardCheck size={28} stroke={1.5} />}>
      {t('submittedModulesAppear')}
    </EmptyState>
  );
}

function NothingSentBack() {
  return (
    <EmptyState title={t('noChangesRequested')} icon={<IconClipboardCheck size={28} stroke={1.5} />}>
      {t('sentBackModulesAppear')}
    </EmptyState>
  );
}

const EMPTY = { waiting: <NothingWaits />, sent_back: <NothingSentBack /> };

function NoneMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={t('nothingMatches')}
      icon={<IconClipboardCheck size={28} stroke={1.5} />}
      action={
        <Button variant="default" onClick={onClear}>
          {t('showAll')}
        </Button>
      }
    >
      {t('removeFilter')}
    </EmptyState>
  );
}

/** Queries the review queue with live updates. */
function useQueue(filters: ListReviews) {
  const queue = trpc.reviews.queue.useQuery(filters, { placeholderData: keepPreviousData });
  return useLiveQuery(queue, { topic: liveTopics.reviews, isFollowed: () => true });
}
