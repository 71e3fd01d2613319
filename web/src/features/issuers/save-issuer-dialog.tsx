import { Text, TextInput } from '@mantine/core';
import { type Issuer, SaveIssuer } from '@training/shared/issuers/issuers';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { SecretField } from '../../ui/forms/secret-field.tsx';

const t = translatorOf('issuers');

interface SaveIssuerProps {
  given: Issuer | null;
  onClose: () => void;
}

/** Saves a provider, or a new secret of the one there is. */
export function SaveIssuerDialog({ opened, ...props }: SaveIssuerProps & { opened: boolean }) {
  return (
    <FormDialog opened={opened} onClose={props.onClose} title={t('provider')}>
      <SaveIssuerForm {...props} />
    </FormDialog>
  );
}

function SaveIssuerForm({ given, onClose }: SaveIssuerProps) {
  const utils = trpc.useUtils();
  const save = trpc.issuers.save.useMutation({ gcTime: 0 });
  const empty = { issuer: given?.issuer ?? '', client_id: given?.client_id ?? '', client_secret: '' };
  const { form, problem, onSubmit, words } = useContractForm(SaveIssuer, empty, 'secret');
  const send = async (values: SaveIssuer) => {
    utils.issuers.read.setData(undefined, await save.mutateAsync(values));
    save.reset();
    onClose();
  };
  return (
    <FormInDialog
      onSubmit={onSubmit(send)}
      onClose={onClose}
      words={words}
      problem={problem}
      failure={t('failedToSave')}
      isSubmitting={form.submitting}
      submitLabel={t('save')}
    >
      <Text size="sm">{t('aboutSaving')}</Text>
      <TextInput
        label={t('issuer')}
        description={t('issuerIs')}
        placeholder="https://login.microsoftonline.com/…/v2.0"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('issuer')}
      />
      <TextInput label={t('clientId')} autoComplete="off" {...form.getInputProps('client_id')} />
      <SecretField label={t('clientSecret')} {...form.getInputProps('client_secret')} />
    </FormInDialog>
  );
}
