import { Alert, Button, Group, Loader, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { KEY_OUTCOMES, type KeyOutcome, PROVIDERS, type Provider } from '@training/shared/provider-keys/provider-keys';
import { useEffect, useRef } from 'react';
import type { Problem } from '../../lib/api/problem.ts';
import { FailedState } from '../../ui/pages/states.tsx';
import classes from './provider-keys.module.css';

/** Outcomes that require different input. The others are temporary, or fixed at the provider. */
const IS_WRONG: ReadonlySet<KeyOutcome> = new Set<KeyOutcome>(['invalid_key', 'no_model_access']);

interface KeyFormFootProps {
  provider: Provider;
  isChecking: boolean;
  /** The provider's result. The advice is shown at the field that it concerns. */
  refusal: KeyOutcome | null;
  problem: Problem | null;
  /** Completes the error: "the key was not added". */
  failed: string;
  submitLabel: string;
  /** True if submitting is pointless: the form can only be closed. */
  isOver?: boolean;
  onCancel: () => void;
}

/** The result of the check, and the buttons. */
export function KeyFormFoot(props: KeyFormFootProps) {
  const { provider, isChecking, refusal, problem, failed, submitLabel, isOver = false, onCancel } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The focused button may have disappeared.
    if (isOver && document.activeElement === document.body) cancel.current?.focus();
  }, [isOver]);
  return (
    <>
      {refusal !== null && !isChecking && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={KEY_OUTCOMES[refusal].label}>
          {failed}. What you typed is still here. {IS_WRONG.has(refusal) ? 'Correct it' : 'Try again'}.
        </Alert>
      )}
      {refusal === null && problem !== null && !isChecking && <FailedState what={failed} problem={problem} />}
      <output className={classes.checking}>
        {isChecking && (
          <>
            <Loader size={16} color="gray" aria-hidden />
            <Text>Checking the key with {PROVIDERS[provider].label}… This may take up to 15 seconds.</Text>
          </>
        )}
      </output>
      <Group justify="flex-end" gap="xs">
        <Button ref={cancel} variant="default" onClick={onCancel} disabled={isChecking}>
          {isOver ? 'Close' : 'Cancel'}
        </Button>
        {!isOver && (
          <Button type="submit" loading={isChecking}>
            {submitLabel}
          </Button>
        )}
      </Group>
    </>
  );
}
