import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { AddedWebhook } from '@training/shared/webhooks/webhooks';
import { CopyButton } from '../../ui/copy-button.tsx';
import { WebhookTestResultNote } from './test-outcome.tsx';
import classes from './webhooks.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('webhooks');

interface SecretOnceProps {
  secret: string;
  /** The new webhook with the result of its first test, if it was just added. */
  added?: AddedWebhook;
  onDone: () => void;
}

/** The secret with instructions. It can't be shown again, only rolled. */
export function OneTimeSecretDisplay({ secret, added, onDone }: SecretOnceProps) {
  return (
    <Stack>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('copyItNow')}>
        {t('secretIsFor')}
      </Alert>
      <Stack component="fieldset" className={classes.types} gap={4} aria-label={t('signingSecret')}>
        <Group justify="space-between">
          <Text fw={500}>{t('signingSecret')}</Text>
          <CopyButton value={secret} label={t('copySecret')} hasInitialFocus />
        </Group>
        <Code block className={classes.secret}>
          {secret}
        </Code>
      </Stack>
      {added !== undefined && (
        <WebhookTestResultNote test={added.test}>
          {added.endpoint.state === 'on' ? t('isOn') : t('isOffUntilTest')}
        </WebhookTestResultNote>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('done')}</Button>
      </Group>
    </Stack>
  );
}
