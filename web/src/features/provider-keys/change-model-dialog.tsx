import { NativeSelect, Text } from '@mantine/core';
import {
  type CapabilityKeyStatus,
  ChangeKeyModel,
  type ProviderKey,
} from '@training/shared/provider-keys/provider-keys';
import { SLOW_QUERY_OPTIONS, trpc } from '../../lib/api/trpc.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { notify } from '../../ui/notify.ts';
import { KeyForm, OwnKeyDialog, useSubmitKey } from './key-form.tsx';
import { type ModelsByProvider, providerAndModelInWords } from './key-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('provider-keys');
const names = translatorOf('ai-names');

interface ChangeModelDialogProps {
  /** The capability whose model is changed; null if the dialog is closed. */
  status: CapabilityKeyStatus | null;
  models: ModelsByProvider;
  onClose: () => void;
}

/** Changes the model of the stored key, without entering the key again. */
export function ChangeModelDialog({ status, models, onClose }: ChangeModelDialogProps) {
  return (
    <OwnKeyDialog
      status={status}
      title={({ capability }) => t('changeModelFor', { capability: names(`capability.${capability}`) })}
      onClose={onClose}
    >
      {(own, { parked_jobs: parkedJobs }, onChecking) => (
        <ChangeModelForm own={own} models={models} parkedJobs={parkedJobs} onChecking={onChecking} onClose={onClose} />
      )}
    </OwnKeyDialog>
  );
}

interface ChangeModelFormProps {
  own: ProviderKey;
  models: ModelsByProvider;
  parkedJobs: number;
  onChecking: (isChecking: boolean) => void;
  onClose: () => void;
}

function ChangeModelForm({ own, models, parkedJobs, onChecking, onClose }: ChangeModelFormProps) {
  const { id, version, provider, capability, model } = own;
  const utils = trpc.useUtils().providerKeys;
  const change = trpc.providerKeys.changeModel.useMutation({
    ...SLOW_QUERY_OPTIONS,
    onSettled: () => void utils.invalidate(),
  });
  const given = { id, version, model: model ?? '' };
  const { form, problem, onSubmit } = useContractForm(ChangeKeyModel, given, 'choice');
  const { refusal, ask } = useSubmitKey(change, onChecking);
  const send = async (values: ChangeKeyModel) => {
    const changed = await ask(values);
    notify(
      t('nowRunsOn', {
        capability: names(`capability.${capability}`),
        target: providerAndModelInWords(changed, models),
      }),
    );
    onClose();
  };
  return (
    <KeyForm
      onSubmit={onSubmit(send)}
      provider={provider}
      isChecking={form.submitting}
      refusal={refusal}
      problem={problem}
      failed={t('failedToChangeModel')}
      submitLabel={t('checkAndChange')}
      onCancel={onClose}
    >
      <Text>
        {t('changeModelExplained')} {parkedJobs > 0 && t('jobsContinueThen', { count: parkedJobs })}
      </Text>
      <NativeSelect
        label={t('model')}
        data={modelChoices(own, models)}
        data-autofocus
        {...form.getInputProps('model')}
      />
    </KeyForm>
  );
}

/** Returns the listed models, and the current one if it isn't listed any more. */
function modelChoices({ provider, model }: ProviderKey, models: ModelsByProvider) {
  const listed = models[provider].map(({ id, label }) => ({ value: id, label }));
  if (model === null || listed.some(({ value }) => value === model)) return listed;
  return [{ value: model, label: model }, ...listed];
}
