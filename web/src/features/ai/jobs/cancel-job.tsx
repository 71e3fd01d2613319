import { Button } from '@mantine/core';
import { notify } from '../../../ui/notify.ts';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

/**
 * Cancels a job. A job that ends at the same moment keeps its result. The button disappears; its container restores the
 * focus.
 */
export function CancelJobButton({ id }: { id: string }) {
  const { get } = trpc.useUtils().ai;
  const cancel = trpc.ai.cancel.useMutation({
    onError: notifyCancelFailure,
    onSettled: () => get.invalidate({ id }),
  });
  return (
    <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ id })}>
      {t('cancelTheJob')}
    </Button>
  );
}

/** Reports the failure, except if the job has just ended, which the page shows anyway. */
export function notifyCancelFailure(error: unknown): void {
  const { code, detail } = toDisplayableProblem(error);
  if (code !== 'ai_job_finished') notify(detail);
}
