import { Tabs, Group, Text } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { liveTopics } from '@training/shared/live';
import {
  SUGGESTION_EXCERPT_CODE_POINTS,
  DISMISSAL_RESTORE_DAYS,
  SuggestionOrder,
  type SuggestionSummary,
} from '@training/shared/suggestions/suggestions';
import { countCodePoints } from '@training/shared/text';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { pageNumberAt, limitAndOffsetOf } from '../../lib/search-params.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { markdownToPlainText } from '../../lib/plain-text.ts';
import { useFocusFallbackRef } from '../../ui/focus.ts';
import { CompactRowButton } from '../../ui/lists/row-button.tsx';
import { type TableSort, SortControl } from '../../ui/lists/sort-control.tsx';
import { useListOrder } from '../../ui/lists/use-list-order.ts';
import { type SuggestionAction, useSuggestionActions, UndoDismissalButton } from './suggestion-actions.tsx';
import type { SuggestionStatus } from '@training/shared/statuses';
import { SuggestionSearchParams } from './suggestion-search.ts';
import {
  AcceptanceNote,
  DismissalNote,
  DuplicateMark,
  SuggestionOrigin,
  SupersessionNote,
} from './suggestion-facts.tsx';
import framed from '../../ui/lists/framed-list.module.css';
import classes from './suggestions.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('suggestions');

const route = getRouteApi('/$workspace/recommended/');
const PAGE_SIZE = 50;

/** Suggestions from other systems (rules/suggestions 7). */
export function RecommendedPage() {
  const reach = usePermissionReach('suggestions:read');
  const mayReadDrives = usePermissionReach('drives:read') !== undefined;
  const { show, order, down, page } = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/recommended/' });
  const status = show ?? 'pending';
  const sort = useListOrder({
    list: 'suggestions',
    keys: SuggestionOrder.options,
    initial: { by: 'created', isDescending: true },
    descendingFirst: ['created'],
    inUrl: { by: order, isDescending: down },
    onChange: ({ by, isDescending }) =>
      void navigate({
        search: (before) => ({ ...before, order: by, down: isDescending || undefined, page: undefined }),
      }),
  });
  const { actions, mayDismiss, dialogs } = useSuggestionActions();
  return (
    <>
      <PageHeader
        title={t('recommended')}
        description={reach === 'department' ? t('contentForDepartment') : t('contentForAll')}
        actions={mayReadDrives && <TextLink to="/$workspace/settings/drives">{t('drives')}</TextLink>}
      />
      <Tabs
        value={status}
        onChange={(tab) =>
          void navigate({
            search: ({ order: by, down: isDown }) => ({
              order: by,
              down: isDown,
              ...SuggestionSearchParams({ show: tab }),
            }),
          })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="pending">{t('status.pending')}</Tabs.Tab>
          <Tabs.Tab value="accepted">{t('status.accepted')}</Tabs.Tab>
          <Tabs.Tab value="dismissed">{t('status.dismissed')}</Tabs.Tab>
          <Tabs.Tab value="superseded">{t('status.superseded')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={status}>
          {/* Keyed by status, so that the rows of the previous tab aren't shown while loading. */}
          <Queue
            key={status}
            status={status}
            page={page}
            sort={sort}
            onPage={(next) =>
              void navigate({ search: (before) => ({ ...before, page: pageNumberAt(next, PAGE_SIZE) }) })
            }
            actions={actions}
            mayUndo={mayDismiss}
          />
        </Tabs.Panel>
      </Tabs>
      {dialogs}
    </>
  );
}

interface QueueProps {
  status: SuggestionStatus;
  page: number | undefined;
  sort: TableSort & { by: SuggestionOrder };
  onPage: (offset: number) => void;
  actions: SuggestionAction[];
  mayUndo: boolean;
}

const orders = () =>
  [
    { key: 'created', header: t('arrived') },
    { key: 'title', header: t('title') },
    { key: 'source', header: t('source') },
    { key: 'department', header: t('department') },
  ] satisfies { key: SuggestionOrder; header: string }[];

function Queue({ status, page, sort, onPage, actions, mayUndo }: QueueProps) {
  const { limit, offset } = limitAndOffsetOf(page, PAGE_SIZE);
  const suggestions = useLiveQuery(
    trpc.suggestions.list.useQuery(
      { status, order: sort.by, descending: sort.isDescending, limit, offset },
      { placeholderData: keepPreviousData },
    ),
    { topic: liveTopics.suggestions },
  );
  return (
    <PageState query={suggestions} what={t('theQueue')}>
      {({ suggestions: found, total }) => (
        <PagedList
          what={t('suggestionsCounted', { count: total })}
          total={total}
          limit={limit}
          offset={offset}
          onPage={onPage}
          empty={<Nothing status={status} />}
        >
          {total > 1 && <SortControl label={t('suggestions')} columns={orders()} sort={sort} isAlone />}
          <SuggestionList suggestions={found} actions={actions} mayUndo={mayUndo} />
        </PagedList>
      )}
    </PageState>
  );
}

function Nothing({ status }: { status: SuggestionStatus }) {
  return (
    <EmptyState title={t(`none.${status}`)} icon={<IconInbox size={28} stroke={1.5} />}>
      {status === 'dismissed' ? t('appear.dismissed', { days: DISMISSAL_RESTORE_DAYS }) : t(`appear.${status}`)}
    </EmptyState>
  );
}

interface SuggestionListProps {
  suggestions: SuggestionSummary[];
  /** Actions on pending suggestions; empty for read-only users. */
  actions: SuggestionAction[];
  /** True if dismissals may be undone. */
  mayUndo: boolean;
}

function SuggestionList({ suggestions, actions, mayUndo }: SuggestionListProps) {
  const list = useFocusFallbackRef<HTMLUListElement>();
  return (
    <ul ref={list} className={framed.list} aria-label={t('suggestionsHeading')}>
      {suggestions.map((suggestion) => (
        <li key={suggestion.id} className={classes.row}>
          <div className={classes.words}>
            <Group gap="xs">
              <TextLink to="/$workspace/recommended/$suggestion" params={{ suggestion: suggestion.id }} fw={600}>
                {suggestion.title}
              </TextLink>
              {suggestion.duplicate_of !== null && <DuplicateMark of={suggestion.duplicate_of} />}
            </Group>
            <Text dir="auto" size="sm" lineClamp={2}>
              {excerptOf(suggestion)}
            </Text>
            <SuggestionOrigin suggestion={suggestion} />
            <DismissalNote suggestion={suggestion} />
            <AcceptanceNote suggestion={suggestion} />
            <SupersessionNote suggestion={suggestion} />
          </div>
          {suggestion.status === 'pending' && (
            <Group gap="xs" className={classes.actions}>
              {actions.map(({ verb, label, nameFor, ask }) => (
                <CompactRowButton key={verb} aria-label={nameFor(suggestion.title)} onClick={() => ask(suggestion)}>
                  {label}
                </CompactRowButton>
              ))}
            </Group>
          )}
          {mayUndo && suggestion.status === 'dismissed' && <UndoDismissalButton suggestion={suggestion} />}
        </li>
      ))}
    </ul>
  );
}

/** The number of characters shown. */
const DRAWN = 240;

/** Returns the beginning of the content, without Markdown syntax and without a heading that repeats the title. */
function excerptOf({ title, excerpt }: SuggestionSummary): string {
  const text = markdownToPlainText(excerpt);
  const body = text.startsWith(title) ? text.slice(title.length).trimStart() : text;
  const isWhole = body.length <= DRAWN && countCodePoints(excerpt) < SUGGESTION_EXCERPT_CODE_POINTS;
  return isWhole ? body : `${body.slice(0, DRAWN).toWellFormed().trimEnd()}…`;
}
