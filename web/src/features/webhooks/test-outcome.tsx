import { Code, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { WebhookTestResult } from '@training/shared/webhooks/webhooks';
import type { ReactNode } from 'react';
import { Note } from '../../ui/note.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';
import classes from './webhooks.module.css';

const t = translatorOf('webhooks');

/** The receiver's response to a test; `children` explain the consequences. */
export function WebhookTestResultNote({ test, children }: { test: WebhookTestResult; children?: ReactNode }) {
  const { delivered, error, status, duration_ms, response } = test;
  const Icon = delivered ? IconCircleCheck : IconAlertTriangle;
  return (
    <Note
      color={delivered ? 'green' : 'red'}
      icon={<Icon aria-hidden />}
      title={delivered ? t('testAccepted') : t('testRefused')}
    >
      <Stack gap={4}>
        <Text>
          {delivered ? t('receiverAnswered', { status: String(status), ms: duration_ms }) : error} {children}
        </Text>
        {!delivered && response !== null && response !== '' && (
          <Code block className={classes.body}>
            {response}
          </Code>
        )}
      </Stack>
    </Note>
  );
}
