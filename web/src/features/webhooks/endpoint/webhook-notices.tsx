import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react';
import type { WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { useState } from 'react';
import { TimeAgo } from '../../../ui/time.tsx';
import { cappedCountMessageValuesOf, endpointHealthOf } from '../webhook-words.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useReplayWebhookDeliveries } from '../deliveries/use-replay.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('webhooks');

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
    const why = t(`off.${off_reason}`);
    return (
      <Alert
        color={endpointHealthOf(endpoint) === 'broken' ? 'red' : 'yellow'}
        icon={<IconAlertTriangle aria-hidden />}
        title={
          off_at === null || off_reason === 'unchecked'
            ? why
            : t.nodes('offSince', { why, at: () => <TimeAgo at={off_at} /> })
        }
      >
        {t(`off.${off_reason}.advice`)}
      </Alert>
    );
  }
  if (failing_since === null) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={t.nodes('failingSince', { at: () => <TimeAgo at={failing_since} /> })}
    >
      {t('failingMeans')}
    </Alert>
  );
}

/** The events that occurred while an endpoint was off, and a button to send them. */
function ReplayHeld({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, held, state, off_reason } = endpoint;
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const replay = useReplayWebhookDeliveries(close);
  // Events since the endpoint was added are sent automatically when it is enabled for the first time.
  const isOffered = held > 0 && off_reason !== 'unchecked';
  return (
    <>
      {isOffered && (
        <Alert
          color="indigo"
          icon={<IconPlayerPause aria-hidden />}
          title={t('held', cappedCountMessageValuesOf(held))}
        >
          <Group justify="space-between" gap="xs">
            <Text>{t('heldMeans', { count: held })}</Text>
            <Button size="xs" variant="default" onClick={() => setAsking(true)}>
              {t('replayHeld', cappedCountMessageValuesOf(held))}
            </Button>
          </Group>
        </Alert>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={close}
        title={t('replayHeldQuestion', cappedCountMessageValuesOf(held))}
        confirmLabel={t('replay')}
        failed={t('failedToReplay')}
        mutation={replay}
        onConfirm={() => replay.mutate({ which: 'held', id })}
      >
        <Text>{t('sentInOrder', { state })}</Text>
        {replay.isPending && (
          <Text c="dimmed" component="output">
            {t('soFar', cappedCountMessageValuesOf(replay.replayed))}
          </Text>
        )}
      </ConfirmDialog>
    </>
  );
}
