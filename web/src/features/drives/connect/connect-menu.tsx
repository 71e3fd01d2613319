import { Button, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { problemOf } from '../../../lib/api/problem.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { Menu, MenuItem } from '../../../ui/popups/menu.tsx';
import type { Offers } from '../drive-words.ts';
import { AppDialog } from './app-dialog.tsx';
import { ServiceAccountDialog } from './service-account-dialog.tsx';
import { useConsent } from './use-consent.ts';

/** All ways to connect a drive. */
export function ConnectMenu({ offers, isFilled = false }: { offers: Offers; isFilled?: boolean }) {
  const [asked, setAsked] = useState<'service_account' | 'lark' | 'feishu' | null>(null);
  const navigate = useNavigate({ from: '/$workspace/settings/drives/' });
  const consent = useConsent();
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
            Connect
          </Button>
        )}
      >
        {offers.google_consent && (
          <Choice title="Google Drive" description="Use your Google account" onClick={() => consent.ask()} />
        )}
        <Choice
          title="Google Drive, service account"
          description="Use a service account key"
          onClick={() => setAsked('service_account')}
        />
        <Choice title="Lark Drive" description="Use a custom app" onClick={() => setAsked('lark')} />
        <Choice title="Feishu Drive" description="Use a custom app" onClick={() => setAsked('feishu')} />
      </Menu>
      {consent.error !== null && <FailedState what="Couldn’t connect to Google" problem={problemOf(consent.error)} />}
      <ServiceAccountDialog
        opened={asked === 'service_account'}
        replaced={null}
        offers={offers}
        onConnected={onConnected}
        onClose={close}
      />
      {(['lark', 'feishu'] as const).map((kind) => (
        <AppDialog
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
