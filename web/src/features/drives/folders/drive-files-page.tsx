import { Button, Group, Anchor, Badge, Stack, Text } from '@mantine/core';
import { IconFiles, IconExternalLink } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { DriveFileState } from '@training/shared/drives/drives';
import { liveTopics } from '@training/shared/live';
import type { DriveFileSummary } from '@training/shared/drives/drive-summaries';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { isQuerySubjectNotFound } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { usePermissionReach } from '../../../lib/workspace.ts';
import { NotFoundPage } from '../../../ui/pages/error-pages.tsx';
import { FilterBar, FilterSelect, SearchField } from '../../../ui/lists/filter-bar.tsx';
import { PageHeader } from '../../../ui/pages/page-header.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { EmptyState } from '../../../ui/pages/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { whyFileIsNotRead, FILE_STATE_COLORS, driveNameOf } from '../drive-words.ts';
import { SettingsBreadcrumb } from '../settings-breadcrumb.tsx';
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx';
import { TimeAgo } from '../../../ui/time.tsx';
import { TwoLineCell } from '../../../ui/lists/two-line-cell.tsx';
import type { DriveFilesSearchParams } from './file-search.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('drives');

const route = getRouteApi('/$workspace/settings/drives/$drive');
const PAGE_SIZE = 50;

/** The documents of a drive, each with its state and the reason for it (rules/drives 6). */
export function DriveFilesPage() {
  const { drive: id } = route.useParams();
  // An explicit type: it must not depend on the type of all routes, which include this page.
  const { state, folder, q, after }: DriveFilesSearchParams = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/settings/drives/$drive' });
  const drive = trpc.drives.list.useQuery().data?.drives.find((each) => each.id === id);
  const files = useLiveQuery(
    trpc.drives.files.useQuery(
      { id, states: state && [state], folder_id: folder, search: q, after, limit: PAGE_SIZE },
      { placeholderData: keepPreviousData },
    ),
    { topic: liveTopics.drives },
  );
  if (isQuerySubjectNotFound(files)) return <NotFoundPage />;
  const isFiltered = state !== undefined || folder !== undefined || q !== undefined;
  const filter = (change: DriveFilesSearchParams) =>
    void navigate({ search: (now) => ({ ...now, ...change, after: undefined }) });
  const turnTo = (next: string | undefined) => void navigate({ search: (now) => ({ ...now, after: next }) });
  return (
    <>
      <PageHeader
        title={drive === undefined ? t('documentsInADrive') : t('documentsIn', { drive: driveNameOf(drive) })}
        description={state === undefined ? undefined : t(`fileStateMeans.${state}`)}
        above={
          <SettingsBreadcrumb>
            <TextLink to="/$workspace/settings/drives">{t('drives')}</TextLink>
          </SettingsBreadcrumb>
        }
      />
      <FilterBar
        what={t('documentList')}
        onClear={isFiltered ? () => filter({ state: undefined, folder: undefined, q: undefined }) : undefined}
      >
        <SearchField label={t('searchByName')} value={q} onSearch={(next) => filter({ q: next })} />
        <FilterSelect
          label={t('state')}
          all={t('allStates')}
          options={DriveFileState.options.map((value) => ({ value, label: t(`fileState.${value}`) }))}
          value={state}
          onChange={(next) => filter({ state: next })}
        />
        <FilterSelect
          label={t('folder')}
          all={t('allFolders')}
          options={(drive?.folders ?? []).map(({ id: value, name }) => ({ value, label: name }))}
          value={folder}
          onChange={(next) => filter({ folder: next })}
        />
      </FilterBar>
      <PageState query={files} what={t('theDocuments')}>
        {({ files: found, next }) => (
          <>
            {found.length === 0 ? (
              <EmptyState
                title={isFiltered ? t('noDocumentsMatch') : t('noDocumentsYet')}
                icon={<IconFiles size={28} stroke={1.5} />}
              >
                {isFiltered ? t('clearAFilter') : t('documentsWillAppear')}
              </EmptyState>
            ) : (
              <FileTable files={found} />
            )}
            <Group mt="md" gap="xs" justify="flex-end">
              {after !== undefined && (
                <Button variant="default" size="xs" onClick={() => turnTo(undefined)}>
                  {t('firstPage')}
                </Button>
              )}
              {next !== null && (
                <Button variant="default" size="xs" onClick={() => turnTo(next)}>
                  {t('nextPage')}
                </Button>
              )}
            </Group>
          </>
        )}
      </PageState>
    </>
  );
}

const columns = (): Column<DriveFileSummary>[] => [
  { key: 'name', header: t('document'), cell: (file) => <Name file={file} /> },
  { key: 'state', header: t('state'), cell: (file) => <State file={file} /> },
  {
    key: 'folder',
    header: t('folder'),
    cell: ({ folder, department }) => folder && <TwoLineCell below={department}>{folder}</TwoLineCell>,
  },
  { key: 'found', header: t('lastChangeFound'), cell: (file) => <Found file={file} /> },
];

const SETTLED = new Set(['out_of_scope', 'trashed', 'gone']);

function FileTable({ files }: { files: DriveFileSummary[] }) {
  return (
    <DataTable
      label={t('documentList')}
      columns={columns()}
      rows={files}
      rowKey={({ id }) => id}
      isMuted={({ state }) => SETTLED.has(state)}
    />
  );
}

function Name({ file: { name, url } }: { file: DriveFileSummary }) {
  if (url === null) return <bdi>{name}</bdi>;
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" inherit aria-label={t('opensNewTab', { name })}>
      <bdi>{name}</bdi> <IconExternalLink size={14} aria-hidden />
    </Anchor>
  );
}

function State({ file }: { file: DriveFileSummary }) {
  const { state, state_at, suggestion_id } = file;
  const advice = whyFileIsNotRead(file);
  const maySee = usePermissionReach('suggestions:read') !== undefined;
  return (
    <Stack gap={2} align="flex-start">
      <Badge variant="dot" color={FILE_STATE_COLORS[state]}>
        {t(`fileState.${state}`)}
      </Badge>
      <Text size="xs" c="dimmed">
        <TimeAgo at={state_at} />
        {advice !== null && `. ${advice}`}
      </Text>
      {suggestion_id !== null && maySee && (
        <TextLink size="xs" to="/$workspace/recommended/$suggestion" params={{ suggestion: suggestion_id }}>
          {t('viewSuggestion')}
        </TextLink>
      )}
    </Stack>
  );
}

function Found({ file: { found_by, found_at } }: { file: DriveFileSummary }) {
  if (found_by === null || found_at === null) return null;
  return (
    <TwoLineCell below={t(`foundBy.${found_by}`)}>
      <TimeAgo at={found_at} />
    </TwoLineCell>
  );
}
