import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { IconCertificate, IconUpload } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { AttestedCompletionEntry } from '@training/shared/attested/attested';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { formatDay, joinWithDots, formatPercent } from '../../lib/i18n/in-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { pageNumberAt, limitAndOffsetOf } from '../../lib/search-params.ts';
import { usePermissionReach, useWorkspaceSession } from '../../lib/workspace.ts';
import { createActionsColumn, type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { FilterBar, SearchField } from '../../ui/lists/filter-bar.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { RowMenu } from '../../ui/lists/row-menu.tsx';
import { TwoLineCell } from '../../ui/lists/two-line-cell.tsx';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { MenuItem } from '../../ui/popups/menu.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { AddDocumentDialog } from './document-dialog.tsx';
import { ImportPastTrainingDialog } from './import-past-training.tsx';
import { WithdrawPastTrainingDialog } from './withdraw-dialog.tsx';

const t = translatorOf('attested');

const route = getRouteApi('/$workspace/people/past-training');
const PAGE_SIZE = 50;

type Acting = {
  withdraw: (entry: AttestedCompletionEntry) => void;
  document: (entry: AttestedCompletionEntry) => void;
};

/** Past training that was taken over, with who entered it. */
export function PastTrainingPage() {
  const { q, page } = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/people/past-training' });
  const mayEnter = usePermissionReach('completions:attest') !== undefined;
  const { limit, offset } = limitAndOffsetOf(page, PAGE_SIZE);
  const list = trpc.attested.list.useQuery(
    { limit, offset, ...(q !== undefined && { search: q }) },
    { placeholderData: keepPreviousData },
  );
  const [isImporting, setImporting] = useState(false);
  const [withdrawing, setWithdrawing] = useState<AttestedCompletionEntry | null>(null);
  const [documenting, setDocumenting] = useState<AttestedCompletionEntry | null>(null);
  const acting = mayEnter ? { withdraw: setWithdrawing, document: setDocumenting } : undefined;
  const search = (next: string | undefined) =>
    void navigate({ search: { ...(next !== undefined && { q: next }) }, replace: true });
  const open = (
    <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setImporting(true)}>
      {t('importFromCsv')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('pastTraining')}
        description={t('aboutPage')}
        above={
          <Breadcrumbs>
            <TextLink to="/$workspace/people">{t('people')}</TextLink>
          </Breadcrumbs>
        }
        actions={mayEnter ? open : undefined}
      />
      <FilterBar what={t('pastTraining')} onClear={q === undefined ? undefined : () => search(undefined)}>
        <SearchField label={t('searchPastTraining')} value={q} onSearch={search} />
      </FilterBar>
      <PageState query={list} what={t('pastTraining')}>
        {({ entries, total }) => (
          <PagedList
            what={t('entries', { count: total })}
            total={total}
            limit={limit}
            offset={offset}
            onPage={(next) =>
              void navigate({ search: (before) => ({ ...before, page: pageNumberAt(next, PAGE_SIZE) }) })
            }
            empty={
              <EmptyState
                title={q === undefined ? t('nothingYet') : t('nothingMatches')}
                icon={<IconCertificate size={28} stroke={1.5} />}
                action={mayEnter && q === undefined ? open : undefined}
              >
                {t('willAppearHere')}
              </EmptyState>
            }
          >
            <DataTable
              label={t('pastTraining')}
              columns={columnsOf(acting)}
              rows={entries}
              rowKey={({ id }) => id}
              isMuted={({ withdrawn }) => withdrawn !== null}
            />
          </PagedList>
        )}
      </PageState>
      <ImportPastTrainingDialog opened={isImporting} onClose={() => setImporting(false)} />
      <WithdrawPastTrainingDialog entry={withdrawing} onClose={() => setWithdrawing(null)} />
      <AddDocumentDialog entry={documenting} onClose={() => setDocumenting(null)} />
    </>
  );
}

function columnsOf(acting: Acting | undefined): Column<AttestedCompletionEntry>[] {
  const columns: Column<AttestedCompletionEntry>[] = [
    {
      key: 'person',
      header: t('person'),
      cell: ({ user_id, full_name, email, external_id }) => (
        <TwoLineCell below={email ?? external_id}>
          <TextLink to="/$workspace/people/$person" params={{ person: user_id }}>
            {full_name}
          </TextLink>
        </TwoLineCell>
      ),
    },
    {
      key: 'module',
      header: t('module'),
      cell: ({ module, completed_on }) => (
        <TwoLineCell below={t('completedOn', { day: formatDay(completed_on) })}>{module}</TwoLineCell>
      ),
    },
    {
      key: 'source',
      header: t('source'),
      cell: ({ source, reference, score }) => (
        <TwoLineCell
          below={joinWithDots([reference, score !== null && t('scoreEntered', { score: formatPercent(score) })])}
        >
          {source}
        </TwoLineCell>
      ),
    },
    {
      key: 'entered',
      header: t('entered'),
      cell: ({ entered_by, entered_at }) => <TwoLineCell below={<TimeAgo at={entered_at} />}>{entered_by}</TwoLineCell>,
    },
    { key: 'state', header: t('state'), cell: (entry) => <State entry={entry} /> },
  ];
  if (acting === undefined) return columns;
  columns.push(
    createActionsColumn(
      (entry) =>
        entry.withdrawn === null && (
          <RowMenu label={t('actionsFor', { person: entry.full_name, module: entry.module })}>
            {entry.file === null && <MenuItem onClick={() => acting.document(entry)}>{t('addDocument')}</MenuItem>}
            <MenuItem isDanger onClick={() => acting.withdraw(entry)}>
              {t('withdraw')}
            </MenuItem>
          </RowMenu>
        ),
    ),
  );
  return columns;
}

function State({ entry: { id, counts, withdrawn, file } }: { entry: AttestedCompletionEntry }) {
  const { slug } = useWorkspaceSession().workspace;
  return (
    <>
      <Group gap="xs">
        <Badge variant={counts ? 'light' : 'default'}>
          {t(withdrawn === null ? (counts ? 'counts' : 'history') : 'withdrawn')}
        </Badge>
        {file !== null && (
          <Anchor size="sm" href={`/api/workspaces/${slug}/attested/${id}/document`} download>
            {t('document')}
          </Anchor>
        )}
      </Group>
      {withdrawn !== null && (
        <Text size="xs" c="dimmed">
          {t('withdrawnBecause', { by: withdrawn.by, reason: withdrawn.reason })}
        </Text>
      )}
    </>
  );
}
