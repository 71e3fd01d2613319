import { NativeSelect, Stack, Text } from '@mantine/core';
import { type CapabilityStatus, ChangeKeyModel, type ProviderKey } from '@training/shared/provider-keys/provider-keys';
import { useState } from 'react';
import { SLOW, trpc } from '../../lib/api/trpc.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { giveLostFocus } from '../../ui/kept-focus.ts';
import { notify } from '../../ui/notify.ts';
import { useLast } from '../../ui/dialogs/use-last.ts';
import { KeyFormFoot, useAsking } from './key-form.tsx';
import { type Models, headingIdOf, targetInWords } from './key-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('provider-keys');
const names = translatorOf('ai-names');

interface ChangeModelDialogProps {
  /** The capability whose model is changed; null if the dialog is closed. */
  status: CapabilityStatus | null;
  models: Models;
  onClose: () => void;
}

/** Changes the model of the stored key, without entering the key again. */
export function ChangeModelDialog({ status, models, onClose }: ChangeModelDialogProps) {
  // Keeps the form if another user removes the key.
  const shown = useLast(status, (now, last) => now.own?.id === last.own?.id);
  const own = shown?.own;
  const [isChecking, setChecking] = useState(false);
  return (
    <Dialog
      opened={status !== null}
      onClose={onClose}
      title={own && t('changeModelFor', { capability: names(`capability.${own.capability}`) })}
      isLocked={isChecking}
      // The button disappears if another user removes the key.
      onExitTransitionEnd={() => own && giveLostFocus(document.getElementById(headingIdOf(own.capability)))}
    >
      {own && (
        <ChangeModelForm
          own={own}
          models={models}
          parkedJobs={shown.parked_jobs}
          onChecking={setChecking}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface ChangeModelFormProps {
  own: ProviderKey;
  models: Models;
  parkedJobs: number;
  onChecking: (isChecking: boolean) => void;
  onClose: () => void;
}

function ChangeModelForm({ own, models, parkedJobs, onChecking, onClose }: ChangeModelFormProps) {
  const { id, version, provider, capability, model } = own;
  const utils = trpc.useUtils().providerKeys;
  const change = trpc.providerKeys.changeModel.useMutation({ ...SLOW, onSettled: () => void utils.invalidate() });
  const given = { id, version, model: model ?? '' };
  const { form, problem, onSubmit } = useContractForm(ChangeKeyModel, given, 'choice');
  const { refusal, ask } = useAsking(change, onChecking);
  const send = async (values: ChangeKeyModel) => {
    const changed = await ask(values);
    notify(t('nowRunsOn', { capability: names(`capability.${capability}`), target: targetInWords(changed, models) }));
    onClose();
  };
  const isOver = !form.submitting && (problem?.code === 'stale_version' || problem?.code === 'provider_key_not_found');
  return (
    <form noValidate onSubmit={onSubmit(send)}>
      <Stack>
        <Text>
          {t('changeModelExplained')} {parkedJobs > 0 && t('jobsContinueThen', { count: parkedJobs })}
        </Text>
        <NativeSelect
          label={t('model')}
          data={modelChoices(own, models)}
          data-autofocus
          {...form.getInputProps('model')}
        />
        <KeyFormFoot
          provider={provider}
          isChecking={form.submitting}
          refusal={isOver ? null : refusal}
          problem={problem}
          failed={t('failedToChangeModel')}
          submitLabel={t('checkAndChange')}
          isOver={isOver}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

/** Returns the listed models, and the current one if it isn't listed any more. */
function modelChoices({ provider, model }: ProviderKey, models: Models) {
  const listed = models[provider].map(({ id, label }) => ({ value: id, label }));
  if (model === null || listed.some(({ value }) => value === model)) return listed;
  return [{ value: model, label: model }, ...listed];
}
