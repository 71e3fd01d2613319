import { Group, Stack, List, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { DriveSummary } from '@training/shared/drives/drive-summaries';
import { useState, type ReactNode } from 'react';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { CompactRowButton } from '../../../ui/lists/row-button.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import { CustomAppDialog } from '../connect/custom-app-dialog.tsx';
import { ServiceAccountDialog } from '../connect/service-account-dialog.tsx';
import { useRedirectToGoogleConsent } from '../connect/use-consent.ts';
import { driveNameOf, type DriveConnectionOffers, driveProviderNameOf } from '../drive-words.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('drives');

interface DriveActionsProps {
  drive: DriveSummary;
  offers: DriveConnectionOffers;
  onPick: () => void;
}

/** Actions of a super admin on a drive. */
export function DriveActions({ drive, offers, onPick }: DriveActionsProps) {
  const [asked, setAsked] = useState<'reconnect' | 'disconnect' | null>(null);
  const navigate = useNavigate({ from: '/$workspace/settings/drives/' });
  const consent = useRedirectToGoogleConsent();
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
          <CompactRowButton mt={0} aria-label={t('pickFoldersOf', { drive: driveNameOf(drive) })} onClick={onPick}>
            {t('folders')}
          </CompactRowButton>
        )}
        <CompactRowButton
          mt={0}
          variant={isLost ? 'filled' : 'default'}
          loading={consent.isPending}
          aria-label={
            isConnected
              ? t('reconnectDrive', { drive: driveNameOf(drive) })
              : t('connectDriveAgain', { drive: driveNameOf(drive) })
          }
          onClick={() => (auth === 'oauth' ? consent.ask(id) : setAsked('reconnect'))}
        >
          {isConnected ? t('reconnect') : t('connectAgain')}
        </CompactRowButton>
        {isConnected && (
          <CompactRowButton
            mt={0}
            aria-label={t('disconnectDrive', { drive: driveNameOf(drive) })}
            onClick={() => setAsked('disconnect')}
          >
            {t('disconnect')}
          </CompactRowButton>
        )}
      </Group>
      {consent.error !== null && (
        <FailedState what={t('failedToConnectGoogle')} problem={toDisplayableProblem(consent.error)} />
      )}
      {kind === 'google' ? <ServiceAccountDialog {...dialog} /> : <CustomAppDialog kind={kind} {...dialog} />}
      <DisconnectDialog opened={asked === 'disconnect'} drive={drive} onClose={close} />
    </Stack>
  );
}

const bold = (text: ReactNode) => <b>{text}</b>;

interface DisconnectDialogProps {
  opened: boolean;
  drive: DriveSummary;
  onClose: () => void;
}

function DisconnectDialog({ opened, drive, onClose }: DisconnectDialogProps) {
  const list = trpc.useUtils().drives.list;
  const disconnect = trpc.drives.disconnect.useMutation({
    onSuccess: () => {
      notify(t('wasDisconnected', { drive: driveNameOf(drive) }));
      onClose();
    },
    onSettled: () => void list.invalidate(),
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('disconnectQuestion', { drive: driveNameOf(drive) })}
      confirmLabel={t('disconnect')}
      failed={t('failedToDisconnect')}
      danger
      mutation={disconnect}
      onConfirm={() => disconnect.mutate({ id: drive.id })}
    >
      <Stack gap="xs">
        <Text>{t('disconnectStops')}</Text>
        <List size="sm">
          <List.Item>{t.nodes('keptOnDisconnect', { b: bold })}</List.Item>
          <List.Item>
            {t.nodes('deletedOnDisconnect', { b: bold })}
            {drive.auth === 'oauth' && ` ${t('consentStays', { provider: driveProviderNameOf(drive.kind) })}`}
          </List.Item>
        </List>
      </Stack>
    </ConfirmDialog>
  );
}
