import { Button } from '@mantine/core';
import { notify } from '../../../ui/notify.ts';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

/**
 * Cancels a job. A job that ends at the same moment keeps its result. The button disappears; its container restores the
 * focus.
 */
export function CancelJob({ id }: { id: string }) {
  const { get } = trpc.useUtils().ai;
  const cancel = trpc.ai.cancel.useMutation({
    onError: notifyNotCancelled,
    onSettled: () => get.invalidate({ id }),
  });
  return (
    <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ id })}>
      {t('cancelTheJob')}
    </Button>
  );
}

/** Reports the failure, except if the job has just ended, which the page shows anyway. */
export function notifyNotCancelled(error: unknown): void {
  const { code, detail } = problemOf(error);
  if (code !== 'ai_job_finished') notify(detail);
}
