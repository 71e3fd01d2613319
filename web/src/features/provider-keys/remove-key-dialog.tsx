import { Stack, Text } from '@mantine/core';
import {
  CAPABILITIES,
  type CapabilityStatus,
  PROVIDERS,
  type ProviderKey,
} from '@training/shared/provider-keys/provider-keys';
import { counted, inFull } from '../../lib/numbers.ts';
import { problemOf } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { useLast } from '../../ui/dialogs/use-last.ts';
import { type Models, targetInWords } from './key-words.ts';

interface RemoveKeyDialogProps {
  /** The capability whose key is removed; null if the dialog is closed. */
  status: CapabilityStatus | null;
  models: Models;
  onClose: () => void;
}

/** Explains the effect on calls, waiting jobs and the key. */
export function RemoveKeyDialog({ status, models, onClose }: RemoveKeyDialogProps) {
  const utils = trpc.useUtils().providerKeys;
  const remove = trpc.providerKeys.remove.useMutation();
  // Keeps the text if another user removes the key.
  const shown = useLast(status, ({ own }) => own !== null);
  const label = CAPABILITIES[shown?.capability ?? 'generation'].label;
  const close = () => {
    remove.reset();
    onClose();
  };
  const done = (words: string) => {
    notify(words);
    close();
  };
  const onConfirm = () => {
    const id = shown?.own?.id;
    if (id === undefined) return;
    remove.mutate(
      { id },
      {
        onSuccess: () => done(`The key for ${label} was removed.`),
        onError: (error) => {
          if (problemOf(error).code === 'provider_key_not_found') done(`Someone already removed the key for ${label}.`);
        },
        onSettled: () => void utils.invalidate(),
      },
    );
  };
  return (
    <ConfirmDialog
      opened={status !== null}
      onClose={close}
      title={`Remove key for ${label}?`}
      confirmLabel="Remove key"
      danger
      mutation={remove}
      onConfirm={onConfirm}
    >
      {shown?.own && <Consequences status={shown} own={shown.own} models={models} />}
    </ConfirmDialog>
  );
}

interface ConsequencesProps {
  status: CapabilityStatus;
  own: ProviderKey;
  models: Models;
}

function Consequences({ status: { capability, pooled, parked_jobs }, own, models }: ConsequencesProps) {
  const { label } = CAPABILITIES[capability];
  return (
    <Stack gap="xs">
      <Text>
        {pooled === null
          ? `${label} stops. This installation has no pooled key, so its features are off until someone adds another key.`
          : `From the next call, ${label} uses the pooled key included in your subscription: ${targetInWords(pooled, models)}.`}{' '}
        Calls in progress finish with your key.
      </Text>
      {pooled === null ? (
        <Text>
          Jobs that run or wait at that moment fail
          {parked_jobs > 0 && `, ${inFull(parked_jobs)} of them waiting for this key`}.
        </Text>
      ) : (
        parked_jobs > 0 && (
          <Text>{counted(parked_jobs, 'waiting job continues', 'waiting jobs continue')} with the pooled key.</Text>
        )
      )}
      <Text>
        The key is deleted here and can’t be recovered. At {PROVIDERS[own.provider].label} it stays valid until you
        revoke it.
      </Text>
    </Stack>
  );
}
