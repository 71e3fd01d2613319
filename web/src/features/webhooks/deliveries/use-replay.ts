import { useMutation } from '@tanstack/react-query';
import type { ReplayDeliveries } from '@training/shared/webhooks/webhooks';
import { useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { notify } from '../../../ui/notify.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('webhooks');

/** Sends deliveries again, in sequential batches until all are done. */
export function useReplayWebhookDeliveries(onDone?: () => void) {
  const { client, webhooks } = trpc.useUtils();
  const [replayed, setReplayed] = useState(0);
  const replaying = useMutation({
    mutationFn: async (asked: ReplayDeliveries) => {
      let total = 0;
      setReplayed(0);
      for (let next = asked; ;) {
        const answer = await client.webhooks.replay.mutate(next);
        total += answer.replayed;
        setReplayed(total);
        if (answer.next === null || next.which === 'one') return total;
        next = { ...next, after: answer.next };
      }
    },
    onSuccess: (total) => {
      notify(total === 0 ? t('nothingReplayed') : t('sentAgain', { count: total }));
      onDone?.();
    },
    onSettled: () => void webhooks.invalidate(),
  });
  return { ...replaying, replayed };
}
