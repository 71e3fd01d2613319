import { Group, Stack, List, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { DriveCard } from '@training/shared/drives/drive-cards';
import { useState } from 'react';
import { problemOf } from '../../../lib/api/problem.ts';
import { RowButton } from '../../../ui/lists/row-button.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import { AppDialog } from '../connect/app-dialog.tsx';
import { ServiceAccountDialog } from '../connect/service-account-dialog.tsx';
import { useConsent } from '../connect/use-consent.ts';
import { nameOf, type Offers, PROVIDERS } from '../drive-words.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';

interface DriveActionsProps {
  drive: DriveCard;
  offers: Offers;
  onPick: () => void;
}

/** Actions of a super admin on a drive. */
export function DriveActions({ drive, offers, onPick }: DriveActionsProps) {
  const [asked, setAsked] = useState<'reconnect' | 'disconnect' | null>(null);
  const navigate = useNavigate({ from: '/$workspace/settings/drives/' });
  const consent = useConsent();
  const close = () => setAsked(null);
  const onConnected = (id: string) => void navigate({ search: { connected: id }, replace: true });
  const { id, auth, kind, state } = drive;
  const isConnected = state !== 'disconnected';
  const isLost = state === 'reconnect_needed';
  const dialog = { opened: asked === 'reconnect', replaced: id, offers, onConnected, onClose: close };
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap={6}>
        {isConnected && !isLost && (
          <RowButton mt={0} aria-label={`Pick folders of ${nameOf(drive)}`} onClick={onPick}>
            Folders
          </RowButton>
        )}
        <RowButton
          mt={0}
          variant={isLost ? 'filled' : 'default'}
          loading={consent.isPending}
          aria-label={`${isConnected ? 'Reconnect' : 'Connect again'} ${nameOf(drive)}`}
          onClick={() => (auth === 'oauth' ? consent.ask(id) : setAsked('reconnect'))}
        >
          {isConnected ? 'Reconnect' : 'Connect again'}
        </RowButton>
        {isConnected && (
          <RowButton mt={0} aria-label={`Disconnect ${nameOf(drive)}`} onClick={() => setAsked('disconnect')}>
            Disconnect
          </RowButton>
        )}
      </Group>
      {consent.error !== null && <FailedState what="Couldn’t connect to Google" problem={problemOf(consent.error)} />}
      {kind === 'google' ? <ServiceAccountDialog {...dialog} /> : <AppDialog kind={kind} {...dialog} />}
      <DisconnectDialog opened={asked === 'disconnect'} drive={drive} onClose={close} />
    </Stack>
  );
}

interface DisconnectDialogProps {
  opened: boolean;
  drive: DriveCard;
  onClose: () => void;
}

function DisconnectDialog({ opened, drive, onClose }: DisconnectDialogProps) {
  const list = trpc.useUtils().drives.list;
  const disconnect = trpc.drives.disconnect.useMutation({
    onSuccess: () => {
      notify(`${nameOf(drive)} was disconnected.`);
      onClose();
    },
    onSettled: () => void list.invalidate(),
  });
  const close = () => {
    disconnect.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={`Disconnect ${nameOf(drive)}?`}
      confirmLabel="Disconnect"
      danger
      mutation={disconnect}
      onConfirm={() => disconnect.mutate({ id: drive.id })}
    >
      <Stack gap="xs">
        <Text>Its documents are no longer read, and a running scan stops.</Text>
        <List size="sm">
          <List.Item>
            <b>Kept:</b> suggestions, what was made from them, the picked folders and known documents. Reconnect to
            continue from there.
          </List.Item>
          <List.Item>
            <b>Deleted:</b> the credential.
            {drive.auth === 'oauth' && ` At ${PROVIDERS[drive.kind]}, your consent stays until you revoke it there.`}
          </List.Item>
        </List>
      </Stack>
    </ConfirmDialog>
  );
}
