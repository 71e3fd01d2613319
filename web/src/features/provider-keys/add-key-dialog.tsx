import {
  type CapabilityKeyStatus,
  type ProviderKey,
  AddProviderKey,
  type AiCapability,
  AI_PROVIDER_TRAITS,
  AiProvider,
} from '@training/shared/provider-keys/provider-keys';
import { CONTEXT_WINDOW_TOKENS } from '@training/shared/provider-keys/model-endpoints';
import { useState } from 'react';
import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { restoreLostFocus } from '../../ui/focus.ts';
import { notify } from '../../ui/notify.ts';
import { useLastSubject } from '../../ui/dialogs/use-last-subject.ts';
import { SLOW_QUERY_OPTIONS, trpc } from '../../lib/api/trpc.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import {
  type ModelsByProvider,
  capabilityHeadingIdOf,
  providerAndModelInWords,
  AZURE_OPENAI_DOMAIN_SUFFIX,
  providersOf,
} from './key-words.ts';
import { EndpointFields } from './endpoint-fields.tsx';
import { KeyForm, KeyField, useSubmitKey } from './key-form.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('provider-keys');
const names = translatorOf('ai-names');

interface AddKeyDialogProps {
  /** The capability to add a key for; null if the dialog is closed. */
  status: CapabilityKeyStatus | null;
  models: ModelsByProvider;
  onClose: () => void;
}

/** Discards the typed key on closing: the form is unmounted. */
export function AddKeyDialog({ status, models, onClose }: AddKeyDialogProps) {
  const shown = useLastSubject(status);
  // The provider's check can't be cancelled, so the dialog stays open meanwhile.
  const [isChecking, setChecking] = useState(false);
  const isOpen = status !== null;
  const [isDone, setDone] = useState(false);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // Not earlier: the dialog would restore the focus to a button that is about to disappear.
    if (isOpen) setDone(false);
  }
  const capability = shown?.capability ?? 'generation';
  const label = names(`capability.${capability}`);
  const onAdded = (added: ProviderKey) => {
    notify(
      t(added.endpoint ? 'nowOnOwnEndpoint' : 'nowOnOwnKey', {
        capability: label,
        target: providerAndModelInWords(added, models),
      }),
    );
    setDone(true);
    onClose();
  };
  const onExited = () => {
    // The button that opened the dialog has disappeared with the row's old state.
    if (isDone) restoreLostFocus(document.getElementById(capabilityHeadingIdOf(capability)));
  };
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={t('addKeyFor', { capability: label })}
      isLocked={isChecking}
      returnFocus={!isDone}
      onExitTransitionEnd={onExited}
    >
      <AddKeyForm
        capability={capability}
        models={models}
        onChecking={setChecking}
        onAdded={onAdded}
        onCancel={onClose}
      />
    </Dialog>
  );
}

interface AddKeyFormProps {
  capability: AiCapability;
  models: ModelsByProvider;
  onChecking: (isChecking: boolean) => void;
  onAdded: (key: ProviderKey) => void;
  onCancel: () => void;
}

function AddKeyForm({ capability, ...props }: AddKeyFormProps) {
  const providers = providersOf(capability);
  const [provider, setProvider] = useState(providers[0]);
  const [isChecking, setChecking] = useState(false);
  if (provider === undefined) return null;
  const onChecking = (checking: boolean) => {
    setChecking(checking);
    props.onChecking(checking);
  };
  return (
    <Stack>
      {providers.length === 1 ? (
        <Text>
          {t.nodes('providerIs', {
            provider: AI_PROVIDER_TRAITS[provider].label,
            b: (text) => <strong>{text}</strong>,
          })}
        </Text>
      ) : (
        <NativeSelect
          label={t('provider')}
          data={providers.map((value) => ({ value, label: AI_PROVIDER_TRAITS[value].label }))}
          value={provider}
          disabled={isChecking}
          data-autofocus
          onChange={({ currentTarget }) => setProvider(AiProvider.parse(currentTarget.value))}
        />
      )}
      {/* Each provider has its own empty form, so that no key is sent to the wrong provider. */}
      <ProviderForm
        key={provider}
        provider={provider}
        hasFocus={providers.length === 1}
        {...props}
        onChecking={onChecking}
      />
    </Stack>
  );
}

interface ProviderFormProps extends Omit<AddKeyFormProps, 'capability'> {
  provider: AiProvider;
  /** True if it has the initial focus. */
  hasFocus: boolean;
}

function ProviderForm({ provider, models, hasFocus, onChecking, onAdded, onCancel }: ProviderFormProps) {
  const utils = trpc.useUtils().providerKeys;
  const add = trpc.providerKeys.add.useMutation({
    ...SLOW_QUERY_OPTIONS,
    gcTime: 0,
    // Awaited, so that the dialog can focus the row, which is a different one once it has a key.
    onSuccess: () => utils.invalidate(),
    onError: () => void utils.invalidate(),
  });
  const { form, problem, onSubmit } = useContractForm(AddProviderKey, emptyFor(provider, models), 'secret');
  const { refusal, ask } = useSubmitKey(add, onChecking);
  const send = async (values: AddProviderKey) => onAdded(await ask(values));
  return (
    <KeyForm
      onSubmit={onSubmit(send)}
      provider={provider}
      isChecking={form.submitting}
      refusal={refusal}
      problem={problem}
      failed={provider === 'openai_compatible' ? t('failedToAddEndpoint') : t('failedToAddKey')}
      submitLabel={t('checkAndAdd')}
      onCancel={onCancel}
    >
      {form.values.provider === 'openai_compatible' ? (
        <EndpointFields
          values={form.values}
          inputProps={form.getInputProps}
          stored={null}
          onChange={form.setValues}
          onErrors={form.setErrors}
        />
      ) : AI_PROVIDER_TRAITS[provider].takes === 'deployment' ? (
        <AzureFields inputProps={form.getInputProps} />
      ) : (
        <NativeSelect
          label={t('model')}
          data={models[provider].map(({ id, label }) => ({ value: id, label }))}
          data-autofocus={hasFocus || undefined}
          {...form.getInputProps('model')}
        />
      )}
      {provider !== 'openai_compatible' && <KeyField provider={provider} {...form.getInputProps('key')} />}
    </KeyForm>
  );
}

function AzureFields({ inputProps }: { inputProps: (path: string) => object }) {
  return (
    <>
      <TextInput
        label={t('resource')}
        description={t('resourceExplained', { suffix: AZURE_OPENAI_DOMAIN_SUFFIX })}
        rightSection={<Text c="dimmed">{AZURE_OPENAI_DOMAIN_SUFFIX}</Text>}
        rightSectionWidth="9.5rem"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...inputProps('resource')}
      />
      <TextInput
        label={t('deployment')}
        description={t('deploymentExplained')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...inputProps('deployment')}
      />
    </>
  );
}

function emptyFor(provider: AiProvider, models: ModelsByProvider): AddProviderKey {
  if (provider === 'openai_compatible') {
    return { provider, name: '', base_url: '', model: '', context_tokens: CONTEXT_WINDOW_TOKENS.careful, key: '' };
  }
  if (provider === 'azure_openai') return { provider, resource: '', deployment: '', key: '' };
  return { provider, model: models[provider][0]?.id ?? '', key: '' };
}
