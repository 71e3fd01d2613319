import { DRIVE_KIND_LABELS } from '@training/shared/drives/drives';
import { Button, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { Menu, MenuItem } from '../../../ui/popups/menu.tsx';
import type { DriveConnectionOffers } from '../drive-words.ts';
import { CustomAppDialog } from './custom-app-dialog.tsx';
import { ServiceAccountDialog } from './service-account-dialog.tsx';
import { useRedirectToGoogleConsent } from './use-consent.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('drives');

/** All ways to connect a drive. */
export function ConnectDriveMenu({ offers, isFilled = false }: { offers: DriveConnectionOffers; isFilled?: boolean }) {
  const [asked, setAsked] = useState<'service_account' | 'lark' | 'feishu' | null>(null);
  const navigate = useNavigate({ from: '/$workspace/settings/drives/' });
  const consent = useRedirectToGoogleConsent();
  const close = () => setAsked(null);
  const onConnected = (id: string) => void navigate({ search: { connected: id }, replace: true });
  return (
    <Stack gap="xs" align="flex-start">
      <Menu
        align={isFilled ? 'start' : 'end'}
        width={300}
        opener={(props) => (
          <Button
            {...props}
            variant={isFilled ? 'filled' : 'default'}
            loading={consent.isPending}
            leftSection={<IconPlus size={16} aria-hidden />}
            rightSection={<IconChevronDown size={16} aria-hidden />}
          >
            {t('connect')}
          </Button>
        )}
      >
        {offers.google_consent && (
          <Choice
            title={DRIVE_KIND_LABELS.google.label}
            description={t('useGoogleAccount')}
            onClick={() => consent.ask()}
          />
        )}
        <Choice
          title={t('googleServiceAccount')}
          description={t('useServiceAccountKey')}
          onClick={() => setAsked('service_account')}
        />
        <Choice title={DRIVE_KIND_LABELS.lark.label} description={t('useCustomApp')} onClick={() => setAsked('lark')} />
        <Choice
          title={DRIVE_KIND_LABELS.feishu.label}
          description={t('useCustomApp')}
          onClick={() => setAsked('feishu')}
        />
      </Menu>
      {consent.error !== null && (
        <FailedState what={t('failedToConnectGoogle')} problem={toDisplayableProblem(consent.error)} />
      )}
      <ServiceAccountDialog
        opened={asked === 'service_account'}
        replaced={null}
        offers={offers}
        onConnected={onConnected}
        onClose={close}
      />
      {(['lark', 'feishu'] as const).map((kind) => (
        <CustomAppDialog
          key={kind}
          opened={asked === kind}
          kind={kind}
          replaced={null}
          offers={offers}
          onConnected={onConnected}
          onClose={close}
        />
      ))}
    </Stack>
  );
}

function Choice({ title, description, onClick }: { title: string; description: string; onClick: () => void }) {
  return (
    <MenuItem onClick={onClick}>
      {title}
      <Text size="xs" c="dimmed">
        {description}
      </Text>
    </MenuItem>
  );
}
