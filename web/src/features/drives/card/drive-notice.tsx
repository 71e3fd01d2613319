import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { DriveCard } from '@training/shared/drives/drive-cards';
import type { DriveReason } from '@training/shared/drives/drives';
import { Note } from '../../../ui/note.tsx';
import { Time } from '../../../ui/time.tsx';
import { PROVIDERS } from '../drive-words.ts';

interface DriveNoticeProps {
  drive: DriveCard;
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
function Trouble({ drive: { kind, state, reason, advice } }: { drive: DriveCard }) {
  if (reason === null || state === 'disconnected') return null;
  const isLost = state === 'reconnect_needed';
  return (
    <Alert
      color={isLost ? 'red' : 'yellow'}
      role={isLost ? 'alert' : 'status'}
      icon={<IconAlertTriangle aria-hidden />}
      title={headingOf(reason, PROVIDERS[kind])}
    >
      {advice}
    </Alert>
  );
}

function NextStep({ drive, mayWrite, isNew, onPick }: DriveNoticeProps) {
  const { state, disconnected_at, folder_count } = drive;
  if (state === 'disconnected') {
    return (
      <Text>
        It’s no longer read
        {disconnected_at !== null && (
          <>
            , since <Time at={disconnected_at} />
          </>
        )}
        . Its suggestions are kept. {mayWrite && 'Connect it again to go on.'}
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
      title={isNew ? 'The drive was connected' : 'No folders picked yet'}
    >
      <Stack gap="xs" align="flex-start">
        <Text>Pick folders to start reading documents.</Text>
        <Button size="xs" onClick={onPick}>
          Pick folders
        </Button>
      </Stack>
    </Note>
  );
}

function Connected() {
  return <Note color="green" icon={<IconCircleCheck aria-hidden />} title="The drive was connected" />;
}

function headingOf(reason: DriveReason, provider: string): string {
  switch (reason) {
    case 'access_lost':
      return `${provider} refused access`;
    case 'undecryptable':
      return 'The credential can’t be decrypted';
    case 'no_push':
      return 'Checking for changes without notifications';
    case 'unavailable':
      return `${provider} isn’t responding`;
    case 'quota':
      return `${provider} is limiting requests`;
  }
}
