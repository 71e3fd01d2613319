import { Code, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { WebhookTest } from '@training/shared/webhooks/webhooks';
import type { ReactNode } from 'react';
import { Note } from '../../ui/note.tsx';
import { answerInWords } from './webhook-words.ts';
import classes from './webhooks.module.css';

/** The receiver's response to a test; `children` explain the consequences. */
export function TestOutcome({ test, children }: { test: WebhookTest; children?: ReactNode }) {
  const { delivered, error, response } = test;
  const Icon = delivered ? IconCircleCheck : IconAlertTriangle;
  return (
    <Note
      color={delivered ? 'green' : 'red'}
      icon={<Icon aria-hidden />}
      title={delivered ? 'The test was accepted' : 'The test wasn’t accepted'}
    >
      <Stack gap={4}>
        <Text>
          {delivered ? `Your receiver answered ${answerInWords(test)}.` : error} {children}
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
