import { Badge, Group, Stack, Title, Loader, Text } from '@mantine/core';
import type { DriveSummary, DriveList } from '@training/shared/drives/drive-summaries';
import { useId, useState } from 'react';
import { DriveFileState } from '@training/shared/drives/drives';
import { usePermissionReach } from '../../../lib/workspace.ts';
import { whyFileIsNotRead, driveBadgePropsOf, driveNameOf, formatScanProgress } from '../drive-words.ts';
import classes from '../drives.module.css';
import { FolderPickerDialog } from '../folders/folder-picker-dialog.tsx';
import { DriveActions } from './drive-actions.tsx';
import { DriveFacts } from './drive-facts.tsx';
import { DriveNotice } from './drive-notice.tsx';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { ExplainedButton } from '../../../ui/explained-button.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import { TimeAgo } from '../../../ui/time.tsx';
import { formatNumber, formatDuration } from '../../../lib/i18n/numbers.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('drives');

interface DriveCardProps {
  drive: DriveSummary;
  /** Null if the user may not connect drives. */
  offers: DriveList['offers'];
  /** True if it was just connected; selecting its folders is the next step. */
  isNew: boolean;
}

/** A drive's health and actions (rules/drives 9). */
export function DriveCardView({ drive, offers, isNew }: DriveCardProps) {
  const id = useId();
  const mayWrite = usePermissionReach('drives:write') !== undefined;
  const isFirst = isNew && mayWrite && drive.folder_count === 0;
  const [isPicking, setPicking] = useState(isFirst);
  // The list may contain the drive before the URL marks it as new.
  const [wasNew, setWasNew] = useState(isNew);
  if (isNew !== wasNew) {
    setWasNew(isNew);
    if (isFirst) setPicking(true);
  }
  const isConnected = drive.state !== 'disconnected';
  return (
    <article
      aria-labelledby={id}
      className={classes.card}
      data-failing={drive.state === 'reconnect_needed' || undefined}
    >
      <Group justify="space-between" align="flex-start" gap="xs" mb="sm">
        <Group gap="xs" className={classes.title}>
          <Title order={2} id={id} tabIndex={-1}>
            <bdi>{driveNameOf(drive)}</bdi>
          </Title>
          <Badge {...driveBadgePropsOf(drive)} />
        </Group>
        {offers !== null && <DriveActions drive={drive} offers={offers} onPick={() => setPicking(true)} />}
      </Group>
      <Stack gap="md">
        <DriveNotice drive={drive} mayWrite={mayWrite} isNew={isNew} onPick={() => setPicking(true)} />
        {isConnected && <Scan drive={drive} />}
        <div className={classes.columns}>
          <DriveFacts drive={drive} publicUrl={offers?.public_url ?? null} />
          <Stack gap="md">
            <DriveFiles drive={drive} />
            {isConnected && <Findings drive={drive} />}
          </Stack>
        </div>
      </Stack>
      {mayWrite && drive.folders !== null && (
        <FolderPickerDialog opened={isPicking} drive={drive} picked={drive.folders} onClose={() => setPicking(false)} />
      )}
    </article>
  );
}

/** Starts a full scan and shows its progress. */
function Scan({ drive }: { drive: DriveSummary }) {
  const { id, scan, state, folder_count } = drive;
  const reach = usePermissionReach('drives:scan');
  const list = trpc.useUtils().drives.list;
  const start = trpc.drives.scan.useMutation({ onSettled: () => void list.invalidate() });
  return (
    <>
      <Group gap="sm" align="flex-start">
        {reach !== undefined && (
          <ExplainedButton
            size="xs"
            variant="default"
            why={obstacleOf(drive)}
            loading={start.isPending}
            onClick={() => start.mutate({ id })}
            aria-label={t('scanDriveNow', { drive: driveNameOf(drive) })}
          >
            {t('scanNow')}
          </ExplainedButton>
        )}
        <output>
          {scan !== null && (
            <Group gap="xs" mt={4}>
              <Loader size={16} color="gray" aria-hidden />
              <Text>
                <Running scan={scan} />
              </Text>
            </Group>
          )}
        </output>
        {scan === null && reach === 'department' && folder_count > 0 && (
          <Text c="dimmed" size="xs" mt={6}>
            {t('coversYourDepartment')}
          </Text>
        )}
      </Group>
      {start.error !== null && scan === null && state !== 'disconnected' && (
        <FailedState what={t('failedToStartScan')} problem={toDisplayableProblem(start.error)} />
      )}
    </>
  );
}

function Running({ scan }: { scan: NonNullable<DriveSummary['scan']> }) {
  const values = { at: () => <TimeAgo at={scan.started_at} />, progress: formatScanProgress(scan) };
  return scan.requested_by === null
    ? t.nodes('scanningSince', values)
    : t.nodes('scanningSinceBy', { ...values, by: scan.requested_by });
}

function obstacleOf({ scan, state, folder_count }: DriveSummary): string | null {
  if (scan !== null) return t('scanRunning');
  if (state === 'reconnect_needed') return t('reconnectDriveFirst');
  return folder_count === 0 ? t('pickFolderFirst') : null;
}

/** Detection of changes in the last 30 days: how, and with which delay. */
function Findings({ drive: { found } }: { drive: DriveSummary }) {
  if (found.length === 0) return null;
  return (
    <div>
      <Title order={3} size="sm" mb={4}>
        {t('changesFoundLast30')}
      </Title>
      <table className={classes.found} aria-label={t('changesFoundLast30')}>
        <thead>
          <tr>
            <th scope="col">{t('how')}</th>
            <th scope="col">{t('documents')}</th>
            <th scope="col">{t('medianDelay')}</th>
          </tr>
        </thead>
        <tbody>
          {found.map(({ by, documents, median_delay_seconds }) => (
            <tr key={by}>
              <th scope="row">{t(`foundBy.${by}`)}</th>
              <td>{formatNumber(documents)}</td>
              <td>{median_delay_seconds === null ? '–' : formatDuration(median_delay_seconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** File counts per state, linked to the lists, and the reasons for unreadable documents. */
function DriveFiles({ drive }: { drive: DriveSummary }) {
  const { id, files, cannot_read, folders } = drive;
  if (files.length === 0) return null;
  const counts = new Map(files.map((each) => [each.state, each.files]));
  const isListed = folders !== null;
  return (
    <div>
      <Title order={3} size="sm" mb={4}>
        {t('documents')}
      </Title>
      <ul className={classes.states} aria-label={t('documentsByState')}>
        {DriveFileState.options.flatMap((state) => {
          const count = counts.get(state);
          if (count === undefined || count === 0) return [];
          const words = t(`filesIn.${state}`, { count });
          return [<li key={state}>{isListed ? <ToFiles id={id} state={state} words={words} /> : words}</li>];
        })}
      </ul>
      {cannot_read.length > 0 && (
        <ul className={classes.reasons} aria-label={t('documentsNotRead')}>
          {cannot_read.map((each) => (
            <li key={`${each.state} ${each.reason}`}>
              {t('documentsAre', { count: each.files, state: each.state })}{' '}
              {whyFileIsNotRead(each) ?? t(`fileStateMeans.${each.state}`)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ToFiles({ id, state, words }: { id: string; state: DriveFileState; words: string }) {
  return (
    <TextLink to="/$workspace/settings/drives/$drive" params={{ drive: id }} search={{ state }} underline="always">
      {words}
    </TextLink>
  );
}
