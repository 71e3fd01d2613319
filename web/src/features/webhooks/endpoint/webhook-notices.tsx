import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react';
import type { WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { useState } from 'react';
import { Time } from '../../../ui/time.tsx';
import { OFF_WORDS, standingOf, inAll } from '../webhook-words.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useLast } from '../../../ui/dialogs/use-last.ts';
import { useReplay } from '../deliveries/use-replay.ts';

/** Problems of an endpoint, and pending actions. */
export function WebhookNotices({ endpoint, mayWrite }: { endpoint: WebhookEndpoint; mayWrite: boolean }) {
  return (
    <>
      <Trouble endpoint={endpoint} />
      {mayWrite && <ReplayHeld endpoint={endpoint} />}
    </>
  );
}

function Trouble({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { off_reason, off_at, failing_since } = endpoint;
  if (off_reason !== null) {
    const { title, advice } = OFF_WORDS[off_reason];
    return (
      <Alert
        color={standingOf(endpoint) === 'broken' ? 'red' : 'yellow'}
        icon={<IconAlertTriangle aria-hidden />}
        title={
          <>
            {title}
            {off_at !== null && off_reason !== 'unchecked' && (
              <>
                {' '}
                (<Time at={off_at} />)
              </>
            )}
          </>
        }
      >
        {advice}
      </Alert>
    );
  }
  if (failing_since === null) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={
        <>
          Failing since <Time at={failing_since} />
        </>
      }
    >
      Each event is retried for about a day. After five days without success the webhook is switched off and events are
      held.
    </Alert>
  );
}

/** The events that occurred while an endpoint was off, and a button to send them. */
function ReplayHeld({ endpoint }: { endpoint: WebhookEndpoint }) {
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
        failed="Couldn’t replay"
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
