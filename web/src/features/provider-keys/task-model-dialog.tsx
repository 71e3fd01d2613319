import { NativeSelect, Text, TextInput } from '@mantine/core';
import {
  type CapabilityKeyStatus,
  ChangeTaskModel,
  type ModelTask,
  AI_PROVIDER_TRAITS,
  type ProviderKey,
} from '@training/shared/provider-keys/provider-keys';
import { SLOW_QUERY_OPTIONS, trpc } from '../../lib/api/trpc.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { RestoredNotice } from '../../ui/forms/restored-notice.tsx';
import { notify } from '../../ui/notify.ts';
import { KeyForm, OwnKeyDialog, useSubmitKey } from './key-form.tsx';
import { type ModelsByProvider, modelLabelOf } from './key-words.ts';
import { taskModelLabelOf, modelOfKey } from './task-models.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('provider-keys');

interface TaskModelDialogProps {
  /** The capability and the task whose model is changed; null if the dialog is closed. */
  asked: { status: CapabilityKeyStatus; task: ModelTask } | null;
  models: ModelsByProvider;
  onClose: () => void;
}

/** Changes the model of one task, without entering the key again. */
export function TaskModelDialog({ asked, models, onClose }: TaskModelDialogProps) {
  const task = asked?.task;
  return (
    <OwnKeyDialog
      status={asked?.status ?? null}
      title={() => task && t('changeTheModelFor', { task: t(`task.${task}`) })}
      onClose={onClose}
    >
      {(own, _, onChecking) =>
        task && <TaskModelForm own={own} task={task} models={models} onChecking={onChecking} onClose={onClose} />
      }
    </OwnKeyDialog>
  );
}

interface TaskModelFormProps {
  own: ProviderKey;
  task: ModelTask;
  models: ModelsByProvider;
  onChecking: (isChecking: boolean) => void;
  onClose: () => void;
}

/** Stands for null in fields. */
const KEYS_MODEL = '';

function TaskModelForm({ own, task, models, onChecking, onClose }: TaskModelFormProps) {
  const { id, version, provider } = own;
  const label = t(`task.${task}`);
  const usedFor = t(`taskUse.${task}`);
  const utils = trpc.useUtils().providerKeys;
  const change = trpc.providerKeys.changeTaskModel.useMutation({
    ...SLOW_QUERY_OPTIONS,
    onSettled: () => void utils.invalidate(),
  });
  const given = { id, version, task, model: own.task_models[task] ?? null };
  // The version is that of the page, so that a later change isn't overwritten unnoticed.
  const { form, problem, onSubmit, storedInput } = useContractForm(
    ChangeTaskModel,
    given,
    ['task model', id, task],
    ['version'],
  );
  const { refusal, ask } = useSubmitKey(change, onChecking);
  const send = async (values: ChangeTaskModel) => {
    const changed = await ask(values);
    notify(t('nowUses', { task: label, model: taskModelLabelOf(changed, task, models) }));
    onClose();
  };
  const { value, onChange: _, defaultValue: __, ...field } = form.getInputProps('model');
  const controlled = {
    ...field,
    value: value ?? KEYS_MODEL,
    'data-autofocus': true,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      form.setFieldValue('model', currentTarget.value === KEYS_MODEL ? null : currentTarget.value),
  };
  const takesDeployment = AI_PROVIDER_TRAITS[provider].takes === 'deployment';
  const ofKey = modelLabelOf(models, provider, modelOfKey(own));
  return (
    <KeyForm
      onSubmit={onSubmit(send)}
      provider={provider}
      isChecking={form.submitting}
      refusal={refusal}
      problem={problem}
      failed={t('failedToChangeModel')}
      submitLabel={t('checkAndChange')}
      onCancel={() => {
        storedInput.discard();
        onClose();
      }}
    >
      <Text>{t('taskModelExplained', { usedFor })}</Text>
      <RestoredNotice storedInput={storedInput} />
      {task === 'grading' && <Text>{t('otherModelsGrades')}</Text>}
      {models[provider].length === 0 ? (
        <TextInput
          label={takesDeployment ? t('deployment') : t('model')}
          description={
            takesDeployment ? t('leaveDeploymentEmpty', { deployment: ofKey }) : t('leaveModelEmpty', { model: ofKey })
          }
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...controlled}
        />
      ) : (
        <NativeSelect label={t('model')} data={choicesOf(own, task, models)} {...controlled} />
      )}
    </KeyForm>
  );
}

/** Returns the key's model, the listed models, and the current one if it isn't listed any more. */
function choicesOf(own: ProviderKey, task: ModelTask, models: ModelsByProvider) {
  const listed = models[own.provider].map(({ id, label }) => ({ value: id, label }));
  const current = own.task_models[task];
  const delisted = current !== undefined && !listed.some(({ value }) => value === current);
  return [
    { value: KEYS_MODEL, label: t('theKeysModel', { model: modelLabelOf(models, own.provider, modelOfKey(own)) }) },
    ...(delisted ? [{ value: current, label: current }] : []),
    ...listed,
  ];
}
