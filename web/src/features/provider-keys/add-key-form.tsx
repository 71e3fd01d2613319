import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import {
  AddProviderKey,
  type Capability,
  PROVIDERS,
  Provider,
  type ProviderKey,
} from '@training/shared/provider-keys/provider-keys';
import { useState } from 'react';
import { SLOW, trpc } from '../../lib/api/trpc.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { useAsking } from './ask-provider.ts';
import { KeyField } from './key-field.tsx';
import { KeyFormFoot } from './key-form-foot.tsx';
import { AZURE_SUFFIX, type Models, providersOf } from './key-words.ts';

interface AddKeyFormProps {
  capability: Capability;
  models: Models;
  onChecking: (isChecking: boolean) => void;
  onAdded: (key: ProviderKey) => void;
  onCancel: () => void;
}

export function AddKeyForm({ capability, ...props }: AddKeyFormProps) {
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
          Provider: <strong>{PROVIDERS[provider].label}</strong>
        </Text>
      ) : (
        <NativeSelect
          label="Provider"
          data={providers.map((value) => ({ value, label: PROVIDERS[value].label }))}
          value={provider}
          disabled={isChecking}
          data-autofocus
          onChange={({ currentTarget }) => setProvider(Provider.parse(currentTarget.value))}
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
  provider: Provider;
  /** True if it has the initial focus. */
  hasFocus: boolean;
}

function ProviderForm({ provider, models, hasFocus, onChecking, onAdded, onCancel }: ProviderFormProps) {
  const utils = trpc.useUtils().providerKeys;
  const add = trpc.providerKeys.add.useMutation({
    ...SLOW,
    gcTime: 0,
    // Awaited, so that the dialog can focus the row, which is a different one once it has a key.
    onSuccess: () => utils.invalidate(),
    onError: () => void utils.invalidate(),
  });
  const { form, problem, onSubmit } = useContractForm(AddProviderKey, emptyFor(provider, models), 'secret');
  const { refusal, ask } = useAsking(add, onChecking);
  const send = async (values: AddProviderKey) => onAdded(await ask(values));
  return (
    <form noValidate onSubmit={onSubmit(send)}>
      <Stack>
        {PROVIDERS[provider].takes === 'deployment' ? (
          <AzureFields inputProps={form.getInputProps} />
        ) : (
          <NativeSelect
            label="Model"
            data={models[provider].map(({ id, label }) => ({ value: id, label }))}
            data-autofocus={hasFocus || undefined}
            {...form.getInputProps('model')}
          />
        )}
        <KeyField provider={provider} {...form.getInputProps('key')} />
        <KeyFormFoot
          provider={provider}
          isChecking={form.submitting}
          refusal={refusal}
          problem={problem}
          failed="Couldn’t add the key"
          submitLabel="Check and add"
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

function AzureFields({ inputProps }: { inputProps: (path: string) => object }) {
  return (
    <>
      <TextInput
        label="Resource"
        description={`The first part of the endpoint: https://<resource>${AZURE_SUFFIX}`}
        rightSection={<Text c="dimmed">{AZURE_SUFFIX}</Text>}
        rightSectionWidth="9.5rem"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...inputProps('resource')}
      />
      <TextInput
        label="Deployment"
        description="The name of your model deployment."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...inputProps('deployment')}
      />
    </>
  );
}

function emptyFor(provider: Provider, models: Models): AddProviderKey {
  if (provider === 'azure_openai') return { provider, resource: '', deployment: '', key: '' };
  return { provider, model: models[provider][0]?.id ?? '', key: '' };
}
