import { Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { CreatedSignInCodes } from '@training/shared/pins/pins';
import { QRCodeSVG } from 'qrcode.react';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { TimeUntil } from '../../ui/time.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';
import classes from './pins.module.css';

const t = translatorOf('pins');

/** Sign-in codes as slips to print and cut, and the people who got none. */
export function SignInCodeSlips({
  found: { codes, refused },
  onClose,
}: {
  found: CreatedSignInCodes;
  onClose: () => void;
}) {
  const { workspace } = useWorkspaceSession();
  return (
    <Stack>
      {refused.length > 0 && (
        <div>
          <Text>{t('refused', { count: refused.length })}</Text>
          <List size="sm">
            {refused.map(({ user_id, full_name, reason }) => (
              <List.Item key={user_id}>{t(`refusedFor.${reason}`, { name: full_name })}</List.Item>
            ))}
          </List>
        </div>
      )}
      {codes.length > 0 && (
        <Text>{t.nodes('shownOnce', { time: () => <TimeUntil at={codes[0]?.expires_at ?? ''} /> })}</Text>
      )}
      <div className={classes.sheet}>
        {codes.map(({ user_id, full_name, external_id, code, url }) => (
          <div key={user_id} className={classes.slip}>
            <div className={classes.code}>
              <QRCodeSVG value={url} size={104} title={t('qrOf', { name: full_name })} />
            </div>
            <div>
              <Text fw={600}>{full_name}</Text>
              <Text size="sm">{t('numberIs', { number: external_id })}</Text>
              <Code>{code}</Code>
              <Text size="xs" mt={4}>
                {t('scanOrType', { address: `${location.host}/sign-in/pin?workspace=${workspace.slug}` })}
              </Text>
            </div>
          </div>
        ))}
      </div>
      <Group justify="flex-end" gap="xs">
        {codes.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            data-autofocus
            onClick={() => window.print()}
          >
            {t('print')}
          </Button>
        )}
        <Button onClick={onClose}>{t('done')}</Button>
      </Group>
    </Stack>
  );
}
