import { Button, Checkbox, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { DriveEntry } from '@training/shared/drives/drives';
import { useState } from 'react';
import { SLOW, trpc } from '../../../lib/api/trpc.ts';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { Loading } from '../../../ui/pages/states.tsx';
import classes from './folders.module.css';

interface FolderPageProps {
  id: string;
  /** The parent folder; null for the root of the drive. */
  folder: DriveEntry | null;
  /** The page token; null for the first page. */
  page: string | null;
  isPicked: (entry: DriveEntry) => boolean;
  onToggle: (entry: DriveEntry, isPicked: boolean) => void;
  onOpen: (entry: DriveEntry) => void;
}

/** One page of subfolders, and further pages on request. */
export function FolderPage(props: FolderPageProps) {
  const { id, folder, page, isPicked, onToggle, onOpen } = props;
  const [isContinued, setContinued] = useState(false);
  const at = folder && { provider_id: folder.provider_id, drive_id: folder.drive_id };
  const folders = trpc.drives.browse.useQuery({ id, folder: at, page }, { ...SLOW, staleTime: 60_000 });
  return (
    <PageState query={folders} what="the folders" loading={<Loading label="Loading folders" rows={2} />}>
      {({ folders: found, next }) => (
        <>
          {found.length > 0 && (
            <ul className={classes.list} aria-label={folder === null ? 'Folders' : `Folders in ${folder.name}`}>
              {found.map((entry) => (
                <li key={entry.provider_id} className={classes.folder}>
                  <Checkbox
                    className={classes.pick}
                    label={<bdi>{entry.name}</bdi>}
                    checked={isPicked(entry)}
                    onChange={({ currentTarget }) => onToggle(entry, currentTarget.checked)}
                  />
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    rightSection={<IconChevronRight size={16} aria-hidden />}
                    aria-label={`Open ${entry.name}`}
                    onClick={() => onOpen(entry)}
                  >
                    Open
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {found.length === 0 && page === null && next === null && (
            <Text c="dimmed">
              {folder === null
                ? 'The account can’t see any folders. Share one with it, then come back.'
                : 'No folders in here.'}
            </Text>
          )}
          {next !== null && !isContinued && (
            <Button size="xs" variant="default" onClick={() => setContinued(true)}>
              Show more
            </Button>
          )}
          {next !== null && isContinued && <FolderPage {...props} page={next} />}
        </>
      )}
    </PageState>
  );
}
