import { Code, Text } from '@mantine/core';
import type { DriveSummary } from '@training/shared/drives/drive-summaries';
import type { ScannedDriveFolder } from '@training/shared/drives/drives';
import { TimeAgo, TimeUntil } from '../../../ui/time.tsx';
import { formatScanProgress, changeDetectionInWords } from '../drive-words.ts';
import classes from '../drives.module.css';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('drives');

/** The scanned folders and the time of the last scan. */
export function DriveFacts({ drive, publicUrl }: { drive: DriveSummary; publicUrl: string | null }) {
  const { state, folders, folder_count, connected_at, connected_by, last_event_at, last_polled_at } = drive;
  const { last_scan, next_scan_at, push } = drive;
  return (
    <dl className={classes.facts}>
      <dt>{t('folders')}</dt>
      <dd>{folders === null ? t('folderCount', { count: folder_count }) : <Folders folders={folders} />}</dd>
      {state !== 'disconnected' && (
        <>
          <dt>{t('changes')}</dt>
          <dd>{changeDetectionInWords(drive)}</dd>
          {push === 'webhook' && publicUrl !== null && (
            <>
              <dt>{t('requestUrl')}</dt>
              <dd>
                <Code>{`${publicUrl}/api/drives/lark/${drive.id}`}</Code>
              </dd>
            </>
          )}
          {push !== 'none' && (
            <>
              <dt>{t('lastNotification')}</dt>
              <dd>{last_event_at === null ? t('noneYet') : <TimeAgo at={last_event_at} />}</dd>
            </>
          )}
          {last_polled_at !== null && (
            <>
              <dt>{t('lastAsked')}</dt>
              <dd>
                <TimeAgo at={last_polled_at} />
              </dd>
            </>
          )}
        </>
      )}
      <dt>{t('lastScan')}</dt>
      <dd>{last_scan === null ? t('noneYet') : <LastScan scan={last_scan} />}</dd>
      {next_scan_at !== null && (
        <>
          <dt>{t('nextScan')}</dt>
          <dd>
            <TimeUntil at={next_scan_at} />
          </dd>
        </>
      )}
      <dt>{t('driveState.connected')}</dt>
      <dd>
        {connected_by === null ? (
          <TimeAgo at={connected_at} />
        ) : (
          t.nodes('connectedBy', { at: () => <TimeAgo at={connected_at} />, by: connected_by })
        )}
      </dd>
    </dl>
  );
}

function Folders({ folders }: { folders: ScannedDriveFolder[] }) {
  if (folders.length === 0) return t('none');
  return (
    <ul className={classes.plain} aria-label={t('foldersThatAreRead')}>
      {folders.map(({ id, name, department, problem }) => (
        <li key={id}>
          <bdi>{name}</bdi>{' '}
          <Text span c="dimmed" size="sm">
            {department === null ? t('forEveryone') : t('forDepartment', { department })}
          </Text>
          {problem !== null && (
            <Text size="sm" c="var(--mantine-color-error)">
              {t(`folderProblem.${problem}`)}
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}

function LastScan({ scan }: { scan: NonNullable<DriveSummary['last_scan']> }) {
  const { state, cause, reason, finished_at, requested_by } = scan;
  const at = () => finished_at !== null && <TimeAgo at={finished_at} />;
  return (
    <>
      {requested_by === null ? t.nodes('scannedFor', { at, cause }) : t.nodes('scannedBy', { at, by: requested_by })}{' '}
      {state !== 'done' && `${reason === null ? t('scanEnded', { state }) : t('scanEndedFor', { state, reason })} `}
      {t('seen', { progress: formatScanProgress(scan) })}
    </>
  );
}
