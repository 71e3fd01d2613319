import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { ConnectApp } from '@training/shared/drives/connect-drive';
import { DRIVE_KINDS } from '@training/shared/drives/drives';
import type { ReactNode } from 'react';
import { SLOW, trpc } from '../../../lib/api/trpc.ts';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { SecretField } from '../../../ui/forms/secret-field.tsx';
import { type Offers, PROVIDERS } from '../drive-words.ts';
import classes from '../drives.module.css';

interface AppDialogProps {
  opened: boolean;
  kind: ConnectApp['kind'];
  /** The connection whose credentials are replaced; null to connect another drive. */
  replaced: string | null;
  offers: Offers;
  onConnected: (id: string) => void;
  onClose: () => void;
}

/** Connects a custom app of Lark or Feishu. Secrets are discarded with the dialog and never stored in the browser. */
export function AppDialog({ opened, onClose, ...form }: AppDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={`${DRIVE_KINDS[form.kind].label}, with a custom app`}>
      <AppForm onClose={onClose} {...form} />
    </FormDialog>
  );
}

/** Trims, because pasted values often contain a space; null if empty. */
const typed = (value: string) => value.trim() || null;

function AppForm({ kind, replaced, offers, onConnected, onClose }: Omit<AppDialogProps, 'opened'>) {
  const provider = PROVIDERS[kind];
  const utils = trpc.useUtils();
  const connect = trpc.drives.connectApp.useMutation({ ...SLOW, gcTime: 0 });
  const given: ConnectApp = {
    kind,
    app: offers.operators_app ? null : { id: '', secret: '' },
    push: 'long_connection',
    encrypt_key: null,
    verification_token: null,
    connection_id: replaced,
  };
  const { form, problem, onSubmit, words } = useContractForm(ConnectApp, given, 'secret');
  const { app, push } = form.values;
  const send = async (values: ConnectApp) => {
    const { id } = await connect.mutateAsync(values);
    connect.reset();
    await utils.drives.invalidate();
    onConnected(id);
    onClose();
  };
  return (
    <FormInDialog
      onSubmit={onSubmit(send)}
      onClose={onClose}
      words={words}
      failure="Couldn’t connect the drive"
      problem={problem}
      submitLabel={replaced === null ? 'Connect' : 'Reconnect'}
      isSubmitting={form.submitting}
    >
      <Text>
        Create a custom app in {provider}’s developer console and share the folders with it. Both values are under
        “Credentials & Basic Info”.
      </Text>
      {offers.operators_app && (
        <Checkbox
          label="Use the app of this server"
          description="The operator set one up. Share the folders with it."
          checked={app === null}
          onChange={({ currentTarget }) =>
            form.setFieldValue('app', currentTarget.checked ? null : { id: '', secret: '' })
          }
        />
      )}
      {app !== null && (
        <Stack gap="sm">
          <TextInput
            label="App ID"
            placeholder="cli_…"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            error={form.errors['app.id']}
            value={app.id}
            onChange={({ currentTarget }) => form.setFieldValue('app', { ...app, id: currentTarget.value.trim() })}
          />
          <SecretField
            label="App Secret"
            description="Stored encrypted. You won’t see it again."
            error={form.errors['app.secret']}
            value={app.secret}
            onChange={(secret) => form.setFieldValue('app', { ...app, secret: secret.trim() })}
          />
        </Stack>
      )}
      <Checkbox
        label="Use a webhook instead"
        description={`Otherwise this server opens a connection to ${provider}, which needs no public address.`}
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
      {publicUrl === null && (
        <Text role="alert">
          {provider} can’t reach this server. The operator can set a public address with PUBLIC_URL.
        </Text>
      )}
      <SecretField
        label="Encrypt Key"
        description="Under “Events & Callbacks → Encryption Strategy”."
        {...encryptKey}
      />
      <SecretField label="Verification Token" description="In the same place." {...verificationToken} />
      <Text size="sm">After connecting, copy the Request URL from the drive’s card into {provider}’s console.</Text>
    </Stack>
  );
}
