import { Button, Group } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { DriveFileState } from '@training/shared/drives/drives';
import { topics } from '@training/shared/live';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { isMissing } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useWorkspace } from '../../../lib/workspace.ts';
import { NotFoundPage } from '../../../ui/pages/error-pages.tsx';
import { FilterBar, FilterSelect, SearchField } from '../../../ui/lists/filter-bar.tsx';
import { PageHeader } from '../../../ui/pages/page-header.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { EmptyState } from '../../../ui/pages/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { FILE_STATES, nameOf } from '../drive-words.ts';
import { ToSettings } from '../to-settings.tsx';
import type { FileSearch } from './file-search.ts';
import { FileTable } from './file-table.tsx';

const route = getRouteApi('/$workspace/settings/drives/$drive');
const PAGE_SIZE = 50;

/** The documents of a drive, each with its state and the reason for it (rules/drives 6). */
export function DriveFilesPage() {
  const { workspace } = useWorkspace();
  const { drive: id } = route.useParams();
  // An explicit type: it must not depend on the type of all routes, which include this page.
  const { state, folder, q, after }: FileSearch = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/settings/drives/$drive' });
  const drive = trpc.drives.list.useQuery().data?.drives.find((each) => each.id === id);
  const files = useLiveQuery(
    trpc.drives.files.useQuery(
      { id, states: state && [state], folder_id: folder, search: q, after, limit: PAGE_SIZE },
      { placeholderData: keepPreviousData },
    ),
    { topic: topics.drives },
  );
  if (isMissing(files)) return <NotFoundPage />;
  const isFiltered = state !== undefined || folder !== undefined || q !== undefined;
  const filter = (change: FileSearch) => void navigate({ search: (now) => ({ ...now, ...change, after: undefined }) });
  const turnTo = (next: string | undefined) => void navigate({ search: (now) => ({ ...now, after: next }) });
  return (
    <>
      <PageHeader
        title={drive === undefined ? 'Documents in a drive' : `Documents in ${nameOf(drive)}`}
        description={state === undefined ? undefined : FILE_STATES[state].means}
        above={
          <ToSettings>
            <TextLink to="/$workspace/settings/drives" params={{ workspace: workspace.slug }}>
              Drives
            </TextLink>
          </ToSettings>
        }
      />
      <FilterBar
        what="documents"
        onClear={isFiltered ? () => filter({ state: undefined, folder: undefined, q: undefined }) : undefined}
      >
        <SearchField label="Search by name" value={q} onSearch={(next) => filter({ q: next })} />
        <FilterSelect
          label="State"
          all="All states"
          options={DriveFileState.options.map((value) => ({ value, label: FILE_STATES[value].label }))}
          value={state}
          onChange={(next) => filter({ state: next })}
        />
        <FilterSelect
          label="Folder"
          all="All folders"
          options={(drive?.folders ?? []).map(({ id: value, name }) => ({ value, label: name }))}
          value={folder}
          onChange={(next) => filter({ folder: next })}
        />
      </FilterBar>
      <PageState query={files} what="the documents">
        {({ files: found, next }) => (
          <>
            {found.length === 0 ? (
              <EmptyState
                title={isFiltered ? 'No documents match' : 'No documents yet'}
                icon={<IconFiles size={28} stroke={1.5} />}
              >
                {isFiltered ? 'Clear a filter.' : 'Documents will appear here as the picked folders are scanned.'}
              </EmptyState>
            ) : (
              <FileTable files={found} />
            )}
            <Group mt="md" gap="xs" justify="flex-end">
              {after !== undefined && (
                <Button variant="default" size="xs" onClick={() => turnTo(undefined)}>
                  First page
                </Button>
              )}
              {next !== null && (
                <Button variant="default" size="xs" onClick={() => turnTo(next)}>
                  Next page
                </Button>
              )}
            </Group>
          </>
        )}
      </PageState>
    </>
  );
}
