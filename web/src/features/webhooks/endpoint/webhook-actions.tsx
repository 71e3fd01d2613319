import { Button } from '@mantine/core';
import type { WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { useState } from 'react';
import { EditWebhookDialog } from './edit-webhook-dialog.tsx';
import { RemoveWebhookDialog } from './remove-webhook-dialog.tsx';
import { SwitchDialog } from './switch-dialog.tsx';
import type { RunningTest } from './webhook-trial.tsx';

/** Actions on an endpoint. */
export function WebhookActions({ endpoint, test }: { endpoint: WebhookEndpoint; test: RunningTest }) {
  const [asked, setAsked] = useState<'edit' | 'switch' | 'remove' | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={test.run}>
        Send test
      </Button>
      <Button variant="default" onClick={() => setAsked('edit')}>
        Edit
      </Button>
      <Button variant={endpoint.state === 'on' ? 'default' : 'filled'} onClick={() => setAsked('switch')}>
        {endpoint.state === 'on' ? 'Switch off' : 'Switch on'}
      </Button>
      <Button variant="default" onClick={() => setAsked('remove')}>
        Remove
      </Button>
      <EditWebhookDialog opened={asked === 'edit'} endpoint={endpoint} onClose={close} />
      <SwitchDialog opened={asked === 'switch'} endpoint={endpoint} onClose={close} />
      <RemoveWebhookDialog opened={asked === 'remove'} endpoint={endpoint} onClose={close} />
    </>
  );
}
