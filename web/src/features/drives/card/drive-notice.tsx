import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { DriveSummary } from '@training/shared/drives/drive-summaries';
import type { DriveStateReason } from '@training/shared/drives/drives';
import { Note } from '../../../ui/note.tsx';
import { TimeAgo } from '../../../ui/time.tsx';
import { driveProviderNameOf } from '../drive-words.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('drives');

interface DriveNoticeProps {
  drive: DriveSummary;
  mayWrite: boolean;
  isNew: boolean;
  onPick: () => void;
}

/** Pending steps and problems, each with its remedy. */
export function DriveNotice(props: DriveNoticeProps) {
  return (
    <>
      {props.drive.state !== 'reconnect_needed' && <NextStep {...props} />}
      <Trouble drive={props.drive} />
    </>
  );
}

/** The problem of a drive. */
function Trouble({ drive: { kind, state, reason } }: { drive: DriveSummary }) {
  if (reason === null || state === 'disconnected') return null;
  const isLost = state === 'reconnect_needed';
  return (
    <Alert
      color={isLost ? 'red' : 'yellow'}
      role={isLost ? 'alert' : 'status'}
      icon={<IconAlertTriangle aria-hidden />}
      title={headingOf(reason, driveProviderNameOf(kind))}
    >
      {t(`reason.${reason}`)}
    </Alert>
  );
}

function NextStep({ drive, mayWrite, isNew, onPick }: DriveNoticeProps) {
  const { state, disconnected_at, folder_count } = drive;
  if (state === 'disconnected') {
    return (
      <Text>
        {disconnected_at === null
          ? t('noLongerRead')
          : t.nodes('noLongerReadSince', { at: () => <TimeAgo at={disconnected_at} /> })}{' '}
        {mayWrite && t('connectAgainToGoOn')}
      </Text>
    );
  }
  if (folder_count > 0 || !mayWrite) {
    return isNew ? <Connected /> : null;
  }
  return (
    <Note
      color="blue"
      icon={isNew ? <IconCircleCheck aria-hidden /> : undefined}
      title={isNew ? t('driveWasConnected') : t('noFoldersPickedYet')}
    >
      <Stack gap="xs" align="flex-start">
        <Text>{t('pickFoldersStartReading')}</Text>
        <Button size="xs" onClick={onPick}>
          {t('pickFolders')}
        </Button>
      </Stack>
    </Note>
  );
}

function Connected() {
  return <Note color="green" icon={<IconCircleCheck aria-hidden />} title={t('driveWasConnected')} />;
}

function headingOf(reason: DriveStateReason, provider: string): string {
  switch (reason) {
    case 'access_lost':
      return t('refusedAccess', { provider });
    case 'undecryptable':
      return t('credentialUndecryptable');
    case 'no_push':
      return t('checkingWithoutPush');
    case 'unavailable':
      return t('isntResponding', { provider });
    case 'quota':
      return t('limitsRequests', { provider });
  }
}
