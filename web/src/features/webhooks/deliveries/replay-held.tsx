import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import type { WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useLast } from '../../../ui/dialogs/use-last.ts';
import { inAll } from '../webhook-words.ts';
import { useReplay } from './use-replay.ts';

/** The events that occurred while an endpoint was off, and a button to send them. */
export function ReplayHeld({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, held, state, off_reason } = endpoint;
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const replay = useReplay(close);
  const shown = useLast(isAsking ? held : null) ?? held;
  // Events since the endpoint was added are sent automatically when it is enabled for the first time.
  const isOffered = held > 0 && off_reason !== 'unchecked';
  return (
    <>
      {isOffered && (
        <Alert color="indigo" icon={<IconPlayerPause aria-hidden />} title={`${inAll(held)} held`}>
          <Group justify="space-between" gap="xs">
            <Text>{held === 1 ? 'An event' : 'Events'} that happened while the webhook was off, kept for 30 days.</Text>
            <Button size="xs" variant="default" onClick={() => setAsking(true)}>
              Replay {inAll(held)} held
            </Button>
          </Group>
        </Alert>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={close}
        title={`Replay ${inAll(shown)} held?`}
        confirmLabel="Replay"
        mutation={replay}
        onConfirm={() => replay.mutate({ which: 'held', id })}
      >
        <Text>
          They’re sent in order, at most four at a time.{' '}
          {state === 'off' && 'The webhook is off: each is tried once, and held again if that fails.'}
        </Text>
        {replay.isPending && (
          <Text c="dimmed" component="output">
            {inAll(replay.replayed)} so far
          </Text>
        )}
      </ConfirmDialog>
    </>
  );
}
