import { SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { SaveOpenIdIssuer, SaveSamlIssuer, type SingleSignOnSettings } from '@training/shared/issuers/issuers';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { SecretField } from '../../ui/forms/secret-field.tsx';
import { CopyableValue } from './copyable-value.tsx';

const t = translatorOf('issuers');

interface SaveIssuerProps {
  settings: SingleSignOnSettings;
  onClose: () => void;
}

/** Saves a provider, or a new secret or new metadata of the one there is. */
export function SaveIssuerDialog({ opened, ...props }: SaveIssuerProps & { opened: boolean }) {
  return (
    <FormDialog opened={opened} onClose={props.onClose} title={t('provider')}>
      <SaveIssuerForm {...props} />
    </FormDialog>
  );
}

function SaveIssuerForm(props: SaveIssuerProps) {
  const given = props.settings.untried ?? props.settings.on;
  const [protocol, setProtocol] = useState(given?.client_id === null ? 'saml' : 'oidc');
  const protocols = [
    { value: 'oidc', label: 'OpenID Connect' },
    { value: 'saml', label: 'SAML 2.0' },
  ];
  return (
    <Stack>
      <SegmentedControl aria-label={t('protocol')} data={protocols} value={protocol} onChange={setProtocol} />
      <Text size="sm">{t('aboutSaving')}</Text>
      {protocol === 'saml' ? <SamlForm {...props} /> : <OpenIdForm {...props} />}
    </Stack>
  );
}

function OpenIdForm({ settings, onClose }: SaveIssuerProps) {
  const utils = trpc.useUtils();
  const save = trpc.issuers.save.useMutation({ gcTime: 0 });
  const given = settings.untried ?? settings.on;
  const known = given?.client_id === null ? null : given;
  const empty = { issuer: known?.issuer ?? '', client_id: known?.client_id ?? '', client_secret: '' };
  const { form, inDialog } = useContractForm(SaveOpenIdIssuer, empty, 'secret');
  const send = async (values: SaveOpenIdIssuer) => {
    utils.issuers.read.setData(undefined, await save.mutateAsync(values));
    save.reset();
    onClose();
  };
  return (
    <FormInDialog {...inDialog(send)} onClose={onClose} failure={t('failedToSave')} submitLabel={t('save')}>
      <CopyableValue label={t('redirectAddress')} value={settings.redirect_uri} copy={t('copyAddress')} />
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

function SamlForm({ settings, onClose }: SaveIssuerProps) {
  const utils = trpc.useUtils();
  const save = trpc.issuers.saveSaml.useMutation();
  const { form, inDialog } = useContractForm(SaveSamlIssuer, { metadata: '' }, 'secret');
  const send = async (values: SaveSamlIssuer) => {
    utils.issuers.read.setData(undefined, await save.mutateAsync(values));
    onClose();
  };
  return (
    <FormInDialog {...inDialog(send)} onClose={onClose} failure={t('failedToSave')} submitLabel={t('save')}>
      <CopyableValue label={t('entityId')} value={settings.saml_entity_id} copy={t('copyEntityId')} />
      <CopyableValue label={t('acsUrl')} value={settings.saml_acs_url} copy={t('copyAddress')} />
      <Textarea
        label={t('metadata')}
        description={t('metadataIs')}
        autosize
        minRows={3}
        maxRows={10}
        dir="ltr"
        spellCheck={false}
        {...form.getInputProps('metadata')}
      />
    </FormInDialog>
  );
}
