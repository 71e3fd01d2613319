import { Text } from '@mantine/core';
import { ChangeModelEndpoint, type ModelEndpoint } from '@training/shared/provider-keys/model-endpoints';
import type { CapabilityKeyStatus, ProviderKey } from '@training/shared/provider-keys/provider-keys';
import { SLOW_QUERY_OPTIONS, trpc } from '../../lib/api/trpc.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { notify } from '../../ui/notify.ts';
import { EndpointFields } from './endpoint-fields.tsx';
import { KeyForm, OwnKeyDialog, useSubmitKey } from './key-form.tsx';
import { type ModelsByProvider, providerAndModelInWords } from './key-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('provider-keys');
const names = translatorOf('ai-names');

interface EditEndpointDialogProps {
  /** The capability whose endpoint is changed; null if the dialog is closed. */
  status: CapabilityKeyStatus | null;
  models: ModelsByProvider;
  onClose: () => void;
}

/** Changes the workspace's endpoint in place, so that jobs never run with the pooled key meanwhile. */
export function EditEndpointDialog({ status, models, onClose }: EditEndpointDialogProps) {
  return (
    <OwnKeyDialog status={status} title={() => t('editEndpoint')} onClose={onClose}>
      {(own, _, onChecking) =>
        own.endpoint && (
          <EndpointForm own={own} endpoint={own.endpoint} models={models} onChecking={onChecking} onClose={onClose} />
        )
      }
    </OwnKeyDialog>
  );
}

interface EndpointFormProps {
  own: ProviderKey;
  endpoint: ModelEndpoint;
  models: ModelsByProvider;
  onChecking: (isChecking: boolean) => void;
  onClose: () => void;
}

function EndpointForm({ own, endpoint, models, onChecking, onClose }: EndpointFormProps) {
  const { id, version, capability, provider, model } = own;
  const { name, base_url, context_tokens, has_key } = endpoint;
  const utils = trpc.useUtils().providerKeys;
  const change = trpc.providerKeys.changeEndpoint.useMutation({
    ...SLOW_QUERY_OPTIONS,
    gcTime: 0,
    onSettled: () => void utils.invalidate(),
  });
  const given = { id, version, name, base_url: base_url ?? '', model: model ?? '', context_tokens, key: '' };
  const { form, problem, onSubmit } = useContractForm(ChangeModelEndpoint, given, 'secret');
  const { refusal, ask } = useSubmitKey(change, onChecking);
  const send = async (values: ChangeModelEndpoint) => {
    const changed = await ask({ ...values, key: values.key || (has_key ? null : '') });
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
      failed={t('failedToChangeEndpoint')}
      submitLabel={t('checkAndChange')}
      onCancel={onClose}
    >
      <Text>{t('changeEndpointExplained')}</Text>
      <EndpointFields
        values={form.values}
        inputProps={form.getInputProps}
        stored={has_key ? { id } : null}
        onChange={form.setValues}
        onErrors={form.setErrors}
      />
    </KeyForm>
  );
}
