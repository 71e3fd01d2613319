import { ActionIcon, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { SharedDevice } from '@training/shared/devices/devices';
import { useState } from 'react';
import { joinWithDots } from '../../lib/i18n/in-words.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { Section } from '../../ui/pages/section.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('pins');

/** Loaded when it is opened, because of the QR code. */
const EnrolDevice = lazyDialog(async () => (await import('./enrol-device.tsx')).EnrolDeviceDialog, { opened: false });

/** Shared devices of the workspace, or of one's team; renders nothing where there are none. */
export function SharedDevicesSection() {
  const reach = usePermissionReach('devices:enrol');
  const found = trpc.sharedDevices.list.useQuery(undefined, { enabled: reach !== undefined }).data;
  const [isEnrolling, setEnrolling] = useState(false);
  const [revoked, setRevoked] = useState<SharedDevice | null>(null);
  if (found === undefined || (!found.is_offered && found.devices.length === 0)) return null;
  return (
    <Section
      title={t('sharedDevices')}
      actions={
        found.is_offered && (
          <Group gap="xs">
            <LinkButton to="/$workspace/shifts" variant="default">
              {t('shifts')}
            </LinkButton>
            <Button variant="default" onClick={() => setEnrolling(true)}>
              {t('enrolDevice')}
            </Button>
          </Group>
        )
      }
    >
      <Text c="dimmed">{found.devices.length === 0 ? t('noDevices') : t('devicesExplained')}</Text>
      <List listStyleType="none" spacing="xs">
        {found.devices.map((device) => (
          <List.Item key={device.id}>
            <Group gap="xs" wrap="nowrap">
              <Device device={device} />
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={t('revokeNamed', { name: device.name })}
                onClick={() => setRevoked(device)}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </Group>
          </List.Item>
        ))}
      </List>
      <EnrolDevice opened={isEnrolling} isTeam={reach === 'team'} onClose={() => setEnrolling(false)} />
      <RevokeDialog device={revoked} onClose={() => setRevoked(null)} />
    </Section>
  );
}

function Device({ device: { name, shows, lists, department, manager, set_up_at, used_at } }: { device: SharedDevice }) {
  return (
    <Stack gap={0} flex={1}>
      <Text fw={600}>{name}</Text>
      <Text size="sm" c="dimmed">
        {joinWithDots([
          department ?? (manager === null ? t('everyone') : t('teamOf', { name: manager })),
          lists === 'on_shift' && shows !== 'number' ? t('listsOnShift') : null,
        ])}
        {' · '}
        {set_up_at === null
          ? t('notSetUp')
          : used_at === null
            ? t('neverUsed')
            : t.nodes('usedAt', { at: () => <TimeAgo at={used_at} /> })}
      </Text>
    </Stack>
  );
}

function RevokeDialog({ device, onClose }: { device: SharedDevice | null; onClose: () => void }) {
  const utils = trpc.useUtils();
  const name = device?.name ?? '';
  const revoking = trpc.sharedDevices.revoke.useMutation({
    onSuccess: () => {
      notify(t('wasRevoked', { name }));
      void utils.sharedDevices.invalidate();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={device !== null}
      onClose={onClose}
      title={t('revokeQuestion', { name })}
      confirmLabel={t('revoke')}
      failed={t('failedToRevoke')}
      danger
      mutation={revoking}
      onConfirm={() => device && revoking.mutate({ id: device.id })}
    >
      <Text>{t('revokeExplained')}</Text>
    </ConfirmDialog>
  );
}
