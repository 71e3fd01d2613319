import { KeyOutcome } from '@training/shared/provider-keys/provider-keys';
import { useState } from 'react';
import { problemOf } from '../../lib/api/problem.ts';

interface KeyMutation<Input, Output> {
  mutateAsync: (input: Input) => Promise<Output>;
  reset: () => void;
}

/** Submits a key for validation; `refusal` is the provider's result. The key is never kept in a cache. */
export function useAsking<Input, Output>(
  { mutateAsync, reset }: KeyMutation<Input, Output>,
  onChecking: (isChecking: boolean) => void,
) {
  const [refusal, setRefusal] = useState<KeyOutcome | null>(null);
  const ask = async (input: Input): Promise<Output> => {
    setRefusal(null);
    onChecking(true);
    try {
      return await mutateAsync(input);
    } catch (error) {
      setRefusal(keyOutcomeOf(error));
      throw error;
    } finally {
      onChecking(false);
      reset();
    }
  };
  return { refusal, ask };
}

/** Returns the outcome, which the server attaches to the field that it concerns. */
function keyOutcomeOf(error: unknown): KeyOutcome | null {
  const { code, errors } = problemOf(error);
  if (code !== 'provider_key_rejected') return null;
  return KeyOutcome.safeParse(errors[0]?.code).data ?? 'invalid_key';
}
