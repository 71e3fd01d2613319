import { Text } from '@mantine/core';
import type { Delivered } from '@training/shared/notifications/inbox';
import { BECAUSE } from '@training/shared/notifications/notifications';
import { trpc } from '../../../lib/api/trpc.ts';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { Loading } from '../../../ui/pages/states.tsx';
import { Time, TimeUntil } from '../../../ui/time.tsx';
import { CHANNELS, STATES, reasonWords } from '../settings/outcome-words.ts';
import classes from './inbox.module.css';

/** The reason for a notification, and its delivery in each channel. */
export function WhyTold({ id }: { id: string }) {
  const why = trpc.notifications.why.useQuery({ id });
  return (
    <div className={classes.why}>
      <PageState query={why} what="the reason" loading={<Loading label="Loading reason" rows={1} />}>
        {({ because, deliveries }) => (
          <>
            <Text size="xs">{BECAUSE[because]}</Text>
            <ul className={classes.channels} aria-label="How you were told">
              {deliveries.map((delivered) => (
                <li key={delivered.channel}>
                  <Outcome delivered={delivered} />
                </li>
              ))}
            </ul>
          </>
        )}
      </PageState>
    </div>
  );
}

function Outcome({ delivered }: { delivered: Delivered }) {
  const { channel, state, due_at, finished_at } = delivered;
  return (
    <Text size="xs" c="dimmed">
      {CHANNELS[channel]}: {STATES[state].toLowerCase()}
      {state === 'sent' && finished_at !== null && (
        <>
          , <Time at={finished_at} />
        </>
      )}
      {due_at !== null && (
        <>
          , due <TimeUntil at={due_at} />
        </>
      )}
      . {reasonWords(delivered)}
    </Text>
  );
}
