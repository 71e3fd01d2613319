import { Loader, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import {
  type KeyTestOutcome,
  type ProviderKeyTestResult,
  AI_PROVIDER_TRAITS,
  type ProviderKey,
} from '@training/shared/provider-keys/provider-keys';
import { useState } from 'react';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { SLOW_QUERY_OPTIONS, trpc } from '../../lib/api/trpc.ts';
import { FailedState } from '../../ui/pages/states.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { describeKeyOutcome, modelLabelOf, temporaryErrorOf, type ModelsByProvider } from './key-words.ts';
import classes from './provider-keys.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('provider-keys');

interface RunningTest {
  isPending: boolean;
  result: ProviderKeyTestResult | undefined;
  error: unknown;
  run: () => void;
}

/** Tests the stored key with a minimal call to the provider. */
export function useKeyTest({ id, version }: ProviderKey): RunningTest {
  const utils = trpc.useUtils().providerKeys;
  const [tested, setTested] = useState<number | null>(null);
  // Any result counts as a call and may have changed the key's health.
  const { isPending, data, error, mutate } = trpc.providerKeys.test.useMutation({
    ...SLOW_QUERY_OPTIONS,
    onSettled: () => void utils.invalidate(),
  });
  const run = () => {
    setTested(version);
    mutate({ id });
  };
  // A test result doesn't apply to a replaced key.
  const isCurrent = tested === version;
  return { isPending, result: isCurrent ? data : undefined, error: isCurrent ? error : null, run };
}

interface TestResultProps {
  test: RunningTest;
  own: ProviderKey;
  models: ModelsByProvider;
}

/** The result of a test, announced to screen readers. */
export function KeyTestResultNote({ test: { isPending, result, error }, own, models }: TestResultProps) {
  const provider = own.endpoint?.name ?? AI_PROVIDER_TRAITS[own.provider].label;
  // The server can't decrypt the key, so the provider wasn't called.
  const isUnreadable = error !== null && toDisplayableProblem(error).code === 'provider_key_failed';
  return (
    <>
      <output className={classes.result} data-outcome={isPending ? undefined : result?.outcome}>
        {isPending && (
          <>
            <Loader size={16} color="gray" aria-hidden />
            <Text>{t('checkingKey', { provider })}</Text>
          </>
        )}
        {!isPending && result !== undefined && (
          <Found own={own} models={models} outcome={result.outcome} result={result} />
        )}
        {!isPending && isUnreadable && <Found own={own} models={models} outcome={undefined} />}
      </output>
      {!isPending && error !== null && !isUnreadable && (
        <FailedState what={t('failedToTestKey')} problem={toDisplayableProblem(error)} />
      )}
    </>
  );
}

/** Returns true if the alert of the failing key already shows this advice. */
function isSaid(own: ProviderKey, outcome: KeyTestOutcome | undefined) {
  return (own.failing_since !== null || temporaryErrorOf(own) !== null) && own.last_error?.outcome === outcome;
}

const isAccepted = (outcome: KeyTestOutcome | undefined) => outcome === 'live' || outcome === 'rate_limited';

interface FoundProps {
  own: ProviderKey;
  models: ModelsByProvider;
  /** Undefined if the key can't be decrypted. */
  outcome: KeyTestOutcome | undefined;
  result?: ProviderKeyTestResult;
}

function Found({ own, models, outcome, result }: FoundProps) {
  const { label, advice } = describeKeyOutcome(outcome, own.provider);
  const hasSeveral = Object.keys(own.task_models).length > 0;
  const model = result && hasSeveral && outcome !== 'live' ? modelLabelOf(models, own.provider, result.model) : null;
  const Icon = isAccepted(outcome) ? IconCircleCheck : IconAlertTriangle;
  return (
    <>
      <Icon size={18} aria-hidden />
      <Text>
        <strong>{model === null ? t('testResult', { label }) : t('testResultOf', { label, model })}</strong>{' '}
        {!isSaid(own, outcome) && `${advice} `}
        {result !== undefined && (
          <Text span c="dimmed">
            {t.nodes('testTook', { duration: result.duration_ms, at: () => <TimeAgo at={result.tested_at} /> })}
          </Text>
        )}
      </Text>
    </>
  );
}
