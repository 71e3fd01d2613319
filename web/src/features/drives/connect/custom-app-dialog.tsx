import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { ConnectLarkApp } from '@training/shared/drives/connect-drive';
import { DRIVE_KIND_LABELS } from '@training/shared/drives/drives';
import type { ReactNode } from 'react';
import { SLOW_QUERY_OPTIONS, trpc } from '../../../lib/api/trpc.ts';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { SecretField } from '../../../ui/forms/secret-field.tsx';
import { type DriveConnectionOffers, driveProviderNameOf } from '../drive-words.ts';
import classes from '../drives.module.css';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('drives');

const APP_ID_BEGINS = 'cli_…';

interface AppDialogProps {
  opened: boolean;
  kind: ConnectLarkApp['kind'];
  /** The connection whose credentials are replaced; null to connect another drive. */
  replaced: string | null;
  offers: DriveConnectionOffers;
  onConnected: (id: string) => void;
  onClose: () => void;
}

/** Connects a custom app of Lark or Feishu. Secrets are discarded with the dialog and never stored in the browser. */
export function CustomAppDialog({ opened, onClose, ...form }: AppDialogProps) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('withCustomApp', { drive: DRIVE_KIND_LABELS[form.kind].label })}
    >
      <AppForm onClose={onClose} {...form} />
    </FormDialog>
  );
}

/** Trims, because pasted values often contain a space; null if empty. */
const typed = (value: string) => value.trim() || null;

function AppForm({ kind, replaced, offers, onConnected, onClose }: Omit<AppDialogProps, 'opened'>) {
  const provider = driveProviderNameOf(kind);
  const utils = trpc.useUtils();
  const connect = trpc.drives.connectApp.useMutation({ ...SLOW_QUERY_OPTIONS, gcTime: 0 });
  const given: ConnectLarkApp = {
    kind,
    app: offers.operators_app ? null : { id: '', secret: '' },
    push: 'long_connection',
    encrypt_key: null,
    verification_token: null,
    connection_id: replaced,
  };
  const { form, inDialog } = useContractForm(ConnectLarkApp, given, 'secret');
  const { app, push } = form.values;
  const send = async (values: ConnectLarkApp) => {
    const { id } = await connect.mutateAsync(values);
    connect.reset();
    await utils.drives.invalidate();
    onConnected(id);
    onClose();
  };
  return (
    <FormInDialog
      {...inDialog(send)}
      onClose={onClose}
      failure={t('failedToConnectDrive')}
      submitLabel={replaced === null ? t('connect') : t('reconnect')}
    >
      <Text>{t('createCustomApp', { provider })}</Text>
      {offers.operators_app && (
        <Checkbox
          label={t('useAppServer')}
          description={t('operatorSetUpApp')}
          checked={app === null}
          onChange={({ currentTarget }) =>
            form.setFieldValue('app', currentTarget.checked ? null : { id: '', secret: '' })
          }
        />
      )}
      {app !== null && (
        <Stack gap="sm">
          <TextInput
            label={t('appId')}
            placeholder={APP_ID_BEGINS}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            error={form.errors['app.id']}
            value={app.id}
            onChange={({ currentTarget }) => form.setFieldValue('app', { ...app, id: currentTarget.value.trim() })}
          />
          <SecretField
            label={t('appSecret')}
            description={t('storedEncrypted')}
            error={form.errors['app.secret']}
            value={app.secret}
            onChange={(secret) => form.setFieldValue('app', { ...app, secret: secret.trim() })}
          />
        </Stack>
      )}
      <Checkbox
        label={t('useWebhookInstead')}
        description={t('otherwiseConnection', { provider })}
        checked={push === 'webhook'}
        onChange={({ currentTarget }) =>
          form.setFieldValue('push', currentTarget.checked ? 'webhook' : 'long_connection')
        }
      />
      {push === 'webhook' && (
        <WebhookFields
          provider={provider}
          publicUrl={offers.public_url}
          encryptKey={{
            value: form.values.encrypt_key ?? '',
            error: form.errors['encrypt_key'],
            onChange: (key) => form.setFieldValue('encrypt_key', typed(key)),
          }}
          verificationToken={{
            value: form.values.verification_token ?? '',
            error: form.errors['verification_token'],
            onChange: (token) => form.setFieldValue('verification_token', typed(token)),
          }}
        />
      )}
    </FormInDialog>
  );
}

interface WebhookFieldsProps {
  provider: string;
  publicUrl: string | null;
  encryptKey: Typed;
  verificationToken: Typed;
}

interface Typed {
  value: string;
  error: ReactNode;
  onChange: (value: string) => void;
}

/** Fields with the secrets that verify webhook requests, and the address that receives them. */
function WebhookFields({ provider, publicUrl, encryptKey, verificationToken }: WebhookFieldsProps) {
  return (
    <Stack gap="sm" className={classes.inset}>
      {publicUrl === null && <Text role="alert">{t('cantReachServer', { provider })}</Text>}
      <SecretField label={t('encryptKey')} description={t('whereEncryptKey')} {...encryptKey} />
      <SecretField label={t('verificationToken')} description={t('inTheSamePlace')} {...verificationToken} />
      <Text size="sm">{t('copyRequestUrl', { provider })}</Text>
    </Stack>
  );
}
