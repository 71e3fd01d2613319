import { Anchor, Text, Title, Button, Checkbox } from '@mantine/core';
import type { DriveFolderOption, PickedFolder } from '@training/shared/drives/drives';
import { useEffect, useRef, useState } from 'react';
import { IconChevronRight } from '@tabler/icons-react';
import { Breadcrumbs } from '../../../ui/pages/breadcrumbs.tsx';
import { SLOW_QUERY_OPTIONS, trpc } from '../../../lib/api/trpc.ts';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { Loading } from '../../../ui/pages/states.tsx';
import classes from './folders.module.css';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('drives');

interface FolderBrowserProps {
  id: string;
  chosen: PickedFolder[];
  onChoose: (chosen: PickedFolder[]) => void;
}

/** Browses a drive's folders, one level at a time. Each folder has a checkbox to select it. */
export function FolderBrowser({ id, chosen, onChoose }: FolderBrowserProps) {
  const [trail, setTrail] = useState<DriveFolderOption[]>([]);
  const folder = trail.at(-1) ?? null;
  const heading = useRef<HTMLHeadingElement>(null);
  const wentTo = folder?.provider_id;
  const isFirst = useRef(true);
  useEffect(() => {
    // The focused element has disappeared.
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [wentTo]);
  const toggle = (entry: DriveFolderOption, isPicked: boolean) =>
    onChoose(
      isPicked
        ? [...chosen, { ...entry, department_id: null }]
        : chosen.filter(({ provider_id }) => provider_id !== entry.provider_id),
    );
  const within = trail.findLast(({ provider_id }) => chosen.some((each) => each.provider_id === provider_id));
  return (
    <section aria-label={t('foldersOfTheDrive')} className={classes.browser}>
      {trail.length > 0 && (
        <Breadcrumbs>
          <Step name={t('drive')} onClick={() => setTrail([])} />
          {trail.slice(0, -1).map((entry, index) => (
            <Step key={entry.provider_id} name={entry.name} onClick={() => setTrail(trail.slice(0, index + 1))} />
          ))}
        </Breadcrumbs>
      )}
      <Title order={3} size="sm" ref={heading} tabIndex={-1} className={classes.where}>
        <bdi>{folder?.name ?? t('whereToLook')}</bdi>
      </Title>
      {within !== undefined && (
        <Text size="xs" c="dimmed">
          {t('readWith', { folder: within.name })}
        </Text>
      )}
      <FolderPage
        key={wentTo ?? ''}
        id={id}
        folder={folder}
        page={null}
        isPicked={({ provider_id }) => chosen.some((each) => each.provider_id === provider_id)}
        onToggle={toggle}
        onOpen={(entry) => setTrail([...trail, entry])}
      />
    </section>
  );
}

function Step({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Anchor component="button" type="button" inherit onClick={onClick}>
      {name}
    </Anchor>
  );
}

interface FolderPageProps {
  id: string;
  /** The parent folder; null for the root of the drive. */
  folder: DriveFolderOption | null;
  /** The page token; null for the first page. */
  page: string | null;
  isPicked: (entry: DriveFolderOption) => boolean;
  onToggle: (entry: DriveFolderOption, isPicked: boolean) => void;
  onOpen: (entry: DriveFolderOption) => void;
}

/** One page of subfolders, and further pages on request. */
function FolderPage(props: FolderPageProps) {
  const { id, folder, page, isPicked, onToggle, onOpen } = props;
  const [isContinued, setContinued] = useState(false);
  const at = folder && { provider_id: folder.provider_id, drive_id: folder.drive_id };
  const folders = trpc.drives.browse.useQuery({ id, folder: at, page }, { ...SLOW_QUERY_OPTIONS, staleTime: 60_000 });
  return (
    <PageState query={folders} what={t('theFolders')} loading={<Loading label={t('loadingFolders')} rows={2} />}>
      {({ folders: found, next }) => (
        <>
          {found.length > 0 && (
            <ul
              className={classes.list}
              aria-label={folder === null ? t('folders') : t('foldersIn', { folder: folder.name })}
            >
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
                    aria-label={t('openFolder', { folder: entry.name })}
                    onClick={() => onOpen(entry)}
                  >
                    {t('open')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {found.length === 0 && page === null && next === null && (
            <Text c="dimmed">{folder === null ? t('accountSeesNoFolders') : t('noFoldersInHere')}</Text>
          )}
          {next !== null && !isContinued && (
            <Button size="xs" variant="default" onClick={() => setContinued(true)}>
              {t('showMore')}
            </Button>
          )}
          {next !== null && isContinued && <FolderPage {...props} page={next} />}
        </>
      )}
    </PageState>
  );
}
