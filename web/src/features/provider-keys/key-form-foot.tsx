import { Alert, Button, Group, Loader, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { KEY_OUTCOMES, type KeyOutcome, PROVIDERS, type Provider } from '@training/shared/provider-keys';
import type { Problem } from '../../lib/problem.ts';
import { FailedState } from '../../ui/states.tsx';
import classes from './provider-keys.module.css';

interface KeyFormFootProps {
  provider: Provider;
  isChecking: boolean;
  /** What the provider said to the key; the advice stands at the field that it is about. */
  refusal: KeyOutcome | null;
  problem: Problem | null;
  /** What a refusal leaves as it was: "the key was not added". */
  failed: string;
  submitLabel: string;
  onCancel: () => void;
}

/** How the check goes, and the buttons. */
export function KeyFormFoot(props: KeyFormFootProps) {
  const { provider, isChecking, refusal, problem, failed, submitLabel, onCancel } = props;
  return (
    <>
      {refusal !== null && !isChecking && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={KEY_OUTCOMES[refusal].label}>
          Nothing was saved: {failed}. What you typed is still here to be corrected.
        </Alert>
      )}
      {refusal === null && problem !== null && !isChecking && <FailedState what={failed} problem={problem} />}
      <output className={classes.checking}>
        {isChecking && (
          <>
            <Loader size={16} color="gray" aria-hidden />
            <Text>Checking the key with {PROVIDERS[provider].label}… That may take up to 15 seconds.</Text>
          </>
        )}
      </output>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} disabled={isChecking}>
          Cancel
        </Button>
        <Button type="submit" loading={isChecking}>
          {submitLabel}
        </Button>
      </Group>
    </>
  );
}
