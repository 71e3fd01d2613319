import { Button } from '@mantine/core';
import { notify } from '../../../ui/notify.ts';
import { problemOf } from '../../../lib/problem.ts';
import { trpc } from '../../../lib/trpc.ts';

/**
 * Stops a job. One that ends at the same moment keeps its result. The button goes then: it stands where the focus is
 * kept.
 */
export function CancelJob({ id }: { id: string }) {
  const { get } = trpc.useUtils().ai;
  const cancel = trpc.ai.cancel.useMutation({
    onError: sayNotCancelled,
    onSettled: () => get.invalidate({ id }),
  });
  return (
    <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ id })}>
      Cancel the job
    </Button>
  );
}

/** What has ended at the same moment says so itself. */
export function sayNotCancelled(error: unknown): void {
  const { code, detail } = problemOf(error);
  if (code !== 'ai_job_finished') notify(detail);
}
