import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { Time } from '../../../ui/time.tsx';
import { ReplayHeld } from '../deliveries/replay-held.tsx';
import { OFF_WORDS, standingOf } from '../webhook-words.ts';

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
