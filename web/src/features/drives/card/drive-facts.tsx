import { Code, Text } from '@mantine/core';
import type { DriveCard } from '@training/shared/drives/drive-cards';
import { FOLDER_PROBLEMS, type DriveFolder } from '@training/shared/drives/drives';
import { Time, TimeUntil } from '../../../ui/time.tsx';
import { counted } from '../../../lib/numbers.ts';
import { CAUSES, OUTCOMES, pushInWords, formatScanProgress } from '../drive-words.ts';
import classes from '../drives.module.css';

/** The scanned folders and the time of the last scan. */
export function DriveFacts({ drive, publicUrl }: { drive: DriveCard; publicUrl: string | null }) {
  const { state, folders, folder_count, connected_at, connected_by, last_event_at, last_polled_at } = drive;
  const { last_scan, next_scan_at, push } = drive;
  return (
    <dl className={classes.facts}>
      <dt>Folders</dt>
      <dd>{folders === null ? counted(folder_count, 'folder') : <Folders folders={folders} />}</dd>
      {state !== 'disconnected' && (
        <>
          <dt>Changes</dt>
          <dd>{pushInWords(drive)}</dd>
          {push === 'webhook' && publicUrl !== null && (
            <>
              <dt>Request URL</dt>
              <dd>
                <Code>{`${publicUrl}/api/drives/lark/${drive.id}`}</Code>
              </dd>
            </>
          )}
          {push !== 'none' && (
            <>
              <dt>Last notification</dt>
              <dd>{last_event_at === null ? 'None yet' : <Time at={last_event_at} />}</dd>
            </>
          )}
          {last_polled_at !== null && (
            <>
              <dt>Last asked</dt>
              <dd>
                <Time at={last_polled_at} />
              </dd>
            </>
          )}
        </>
      )}
      <dt>Last scan</dt>
      <dd>{last_scan === null ? 'None yet' : <LastScan scan={last_scan} />}</dd>
      {next_scan_at !== null && (
        <>
          <dt>Next scan</dt>
          <dd>
            <TimeUntil at={next_scan_at} />
          </dd>
        </>
      )}
      <dt>Connected</dt>
      <dd>
        <Time at={connected_at} />
        {connected_by !== null && ` by ${connected_by}`}
      </dd>
    </dl>
  );
}

function Folders({ folders }: { folders: DriveFolder[] }) {
  if (folders.length === 0) return 'None';
  return (
    <ul className={classes.plain} aria-label="Folders that are read">
      {folders.map(({ id, name, department, problem }) => (
        <li key={id}>
          <bdi>{name}</bdi>{' '}
          <Text span c="dimmed" size="sm">
            {department === null ? 'for everyone' : `for ${department}`}
          </Text>
          {problem !== null && (
            <Text size="sm" c="var(--mantine-color-error)">
              {FOLDER_PROBLEMS[problem]}
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}

function LastScan({ scan }: { scan: NonNullable<DriveCard['last_scan']> }) {
  const { state, cause, reason, finished_at, requested_by } = scan;
  return (
    <>
      {finished_at !== null && <Time at={finished_at} />},{' '}
      {requested_by === null ? CAUSES[cause] : `by ${requested_by}`}.{' '}
      {state !== 'done' && `${OUTCOMES[state]}${reason === null ? '' : `: ${reason}`}. `}
      {formatScanProgress(scan)}.
    </>
  );
}
