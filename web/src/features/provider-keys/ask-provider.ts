import { KeyOutcome } from '@training/shared/provider-keys';
import { useState } from 'react';
import { problemOf } from '../../lib/problem.ts';

interface KeyMutation<Input, Output> {
  mutateAsync: (input: Input) => Promise<Output>;
  reset: () => void;
}

/** Sends a key to be checked; `refusal` is what the provider said to it. No cache keeps the key, sent or refused. */
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

/** The server puts the outcome on the field that it is about. */
function keyOutcomeOf(error: unknown): KeyOutcome | null {
  const { code, errors } = problemOf(error);
  if (code !== 'provider_key_rejected') return null;
  return KeyOutcome.safeParse(errors[0]?.code).data ?? 'invalid_key';
}
