import { IconLanguage } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { VariantQueueSearchParams } from './translation-search.ts';
import { liveTopics } from '@training/shared/live';
import type { VariantQueue, VariantQueueState } from '@training/shared/translations/translations';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { languageNameOf } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { pageNumberAt, limitAndOffsetOf } from '../../lib/search-params.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { FilterBar, FilterSelect } from '../../ui/lists/filter-bar.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { TwoLineCell } from '../../ui/lists/two-line-cell.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TimeAgo } from '../../ui/time.tsx';

const t = translatorOf('translations');

const route = getRouteApi('/$workspace/translations');
const PAGE_SIZE = 50;

/** Variants that wait for a reviewer, or for a translation. Updates live. */
export function VariantQueuePage() {
  const mayReview = usePermissionReach('reviews:decide') !== undefined;
  // An explicit type: it must not depend on the type of all routes, which include this page.
  const search: ReturnType<typeof VariantQueueSearchParams> = route.useSearch();
  const { show = mayReview ? 'review' : 'translate', page } = search;
  const navigate = useNavigate({ from: '/$workspace/translations' });
  const { limit, offset } = limitAndOffsetOf(page, PAGE_SIZE);
  const queue = useLiveQuery(
    trpc.translations.list.useQuery({ state: show, limit, offset }, { placeholderData: keepPreviousData }),
    { topic: liveTopics.content },
  );
  return (
    <>
      <PageHeader title={t('translations')} description={t(`describes.${show}`)} />
      <FilterBar what={t('translations')} onClear={undefined}>
        <FilterSelect<VariantQueueState>
          label={t('show')}
          all={t('show.translate')}
          options={[{ value: 'review', label: t('show.review') }]}
          value={show === 'review' ? show : undefined}
          onChange={(next) => void navigate({ search: { show: next ?? 'translate' } })}
        />
      </FilterBar>
      <PageState query={queue} what={t('theTranslations')}>
        {({ variants, total }) => (
          <PagedList
            what={t('variants', { count: total })}
            total={total}
            limit={limit}
            offset={offset}
            onPage={(next) =>
              void navigate({ search: (before) => ({ ...before, page: pageNumberAt(next, PAGE_SIZE) }) })
            }
            empty={
              <EmptyState title={t('nothingWaits')} icon={<IconLanguage size={28} stroke={1.5} />}>
                {t(`emptyExplained.${show}`)}
              </EmptyState>
            }
          >
            <VariantTable variants={variants} state={show} />
          </PagedList>
        )}
      </PageState>
    </>
  );
}

type Row = VariantQueue['variants'][number];

function VariantTable({ variants, state }: { variants: Row[]; state: VariantQueueState }) {
  const columns: Column<Row>[] = [
    { key: 'module', header: t('module'), cell: (row) => <ModuleCell row={row} /> },
    { key: 'language', header: t('language'), cell: ({ language }) => languageNameOf(language) },
    { key: 'in_review', header: t('waitingForReview'), cell: ({ in_review: items }) => t('items', { items }) },
    { key: 'stale', header: t('outOfDate'), cell: ({ stale: items }) => t('items', { items }) },
    { key: 'missing', header: t('missing'), cell: ({ missing: items }) => t('items', { items }) },
    ...(state === 'review'
      ? [
          {
            key: 'since',
            header: t('waitingSince'),
            nowrap: true,
            cell: ({ submitted_at: at }: Row) => at !== null && <TimeAgo at={at} />,
          },
        ]
      : []),
  ];
  return (
    <DataTable
      label={t(`show.${state}`)}
      columns={columns}
      rows={variants}
      rowKey={({ module_id, language }) => `${module_id} ${language}`}
    />
  );
}

function ModuleCell({ row: { module_id: module, title, course, department, language } }: { row: Row }) {
  return (
    <TwoLineCell
      below={
        <>
          <span aria-hidden="true">{course.emoji} </span>
          <bdi>{course.title}</bdi> · <bdi>{department ?? t('noDepartment')}</bdi>
        </>
      }
    >
      <TextLink
        to="/$workspace/courses/$course/$module/languages/$language"
        params={{ course: course.id, module, language }}
      >
        <bdi>{title}</bdi>
      </TextLink>
    </TwoLineCell>
  );
}
