import type { WebhookEndpoint, WebhookTest } from '@training/shared/webhooks/webhooks';
import { problemOf } from '../../../lib/api/problem.ts';
import { SLOW, trpc } from '../../../lib/api/trpc.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { TestOutcome } from '../test-outcome.tsx';

export interface RunningTest {
  isPending: boolean;
  result: WebhookTest | undefined;
  error: unknown;
  run: () => void;
}

/** Sends a signed `endpoint.test`, even if the endpoint is off. */
export function useWebhookTest({ id }: WebhookEndpoint): RunningTest {
  const utils = trpc.useUtils().webhooks;
  const { isPending, data, error, mutate } = trpc.webhooks.test.useMutation({
    ...SLOW,
    onSettled: () => void utils.invalidate(),
  });
  return { isPending, result: data, error, run: () => mutate({ id }) };
}

/** The result of the test. */
export function WebhookTrial({ test: { isPending, result, error } }: { test: RunningTest }) {
  if (isPending) return null;
  if (error !== null) return <FailedState what="Couldn’t send the test" problem={problemOf(error)} />;
  return result === undefined ? null : <TestOutcome test={result} />;
}
