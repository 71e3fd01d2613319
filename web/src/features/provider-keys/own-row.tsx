import { ActionIcon, Alert, Group } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import {
  CAPABILITIES,
  type CapabilityStatus,
  type KeyOutcome,
  PROVIDERS,
  type ProviderKey,
} from '@training/shared/provider-keys/provider-keys';
import { counted } from '../../lib/numbers.ts';
import { RowButton } from '../../ui/lists/row-button.tsx';
import { Time } from '../../ui/time.tsx';
import { KeyFacts } from './key-facts.tsx';
import { TestResult, useKeyTest } from './key-test.tsx';
import { type Models, meaningOf, stateOf, troubleOf } from './key-words.ts';
import { RowFrame } from './row-frame.tsx';

interface OwnRowProps {
  status: CapabilityStatus;
  own: ProviderKey;
  models: Models;
  /** Absent for read-only users. */
  onAsk: ((purpose: 'rotate' | 'model' | 'remove') => void) | undefined;
}

/** A capability with an own key. */
export function OwnRow({ status, own, models, onAsk }: OwnRowProps) {
  const test = useKeyTest(own);
  const { label } = CAPABILITIES[status.capability];
  const buttons = onAsk !== undefined && (
    <Group gap={6}>
      <RowButton mt={0} loading={test.isPending} aria-label={`Test the key for ${label}`} onClick={test.run}>
        Test
      </RowButton>
      <RowButton mt={0} aria-label={`Rotate the key for ${label}`} onClick={() => onAsk('rotate')}>
        Rotate
      </RowButton>
      {hasOtherModels(own, models) && (
        <RowButton mt={0} aria-label={`Change model for ${label}`} onClick={() => onAsk('model')}>
          Change model
        </RowButton>
      )}
      <ActionIcon
        variant="default"
        size={26}
        aria-label={`Remove the key for ${label}`}
        onClick={() => onAsk('remove')}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
  return (
    <RowFrame capability={status.capability} state={stateOf(status)} actions={buttons}>
      {own.failing_since !== null && (
        <Failing since={own.failing_since} outcome={own.last_error?.outcome} parkedJobs={status.parked_jobs} />
      )}
      <Troubled own={own} />
      <KeyFacts own={own} models={models} />
      <TestResult test={test} own={own} />
    </RowFrame>
  );
}

/** The last error, if it may be temporary. */
function Troubled({ own }: { own: ProviderKey }) {
  const trouble = troubleOf(own);
  if (trouble === null) return null;
  const { label, advice } = meaningOf(trouble.outcome);
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={label} mb="sm">
      {advice} That was the last call, <Time at={trouble.at} />; jobs ask again by themselves.
    </Alert>
  );
}

/** Returns true if other models are available. A deployment isn't a model: the key is bound to it. */
function hasOtherModels({ provider, model }: ProviderKey, models: Models): boolean {
  return PROVIDERS[provider].takes === 'model' && models[provider].some(({ id }) => id !== model);
}

interface FailingProps {
  since: string;
  outcome: KeyOutcome | undefined;
  parkedJobs: number;
}

function Failing({ since, outcome, parkedJobs }: FailingProps) {
  const words = meaningOf(outcome);
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={words.label} mb="sm">
      {words.advice} Failing since <Time at={since} />; the pooled key isn’t used instead.{' '}
      {parkedJobs === 0
        ? 'Jobs that need this key wait until it works.'
        : `${counted(parkedJobs, 'job waits', 'jobs wait')} until the key works.`}
    </Alert>
  );
}
