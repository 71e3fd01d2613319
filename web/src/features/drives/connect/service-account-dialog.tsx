import { Button, Code, FileButton, Group, Text, Textarea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { ConnectServiceAccount } from '@training/shared/drives/connect-drive';
import { SLOW, trpc } from '../../../lib/api/trpc.ts';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import type { Offers } from '../drive-words.ts';

interface ServiceAccountDialogProps {
  opened: boolean;
  /** The connection whose key is replaced; null to connect another drive. */
  replaced: string | null;
  offers: Offers;
  onConnected: (id: string) => void;
  onClose: () => void;
}

/**
 * Takes a service account's key, pasted or from a file. It is discarded with the dialog and never stored in the
 * browser.
 */
export function ServiceAccountDialog({ opened, onClose, ...form }: ServiceAccountDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Google Drive, with a service account">
      <ServiceAccountForm onClose={onClose} {...form} />
    </FormDialog>
  );
}

/** The maximum size; a key has about 2,400 bytes. */
const MOST_BYTES = 20_000;

function ServiceAccountForm({ replaced, offers, onConnected, onClose }: Omit<ServiceAccountDialogProps, 'opened'>) {
  const utils = trpc.useUtils();
  const connect = trpc.drives.connectServiceAccount.useMutation({ ...SLOW, gcTime: 0 });
  const given = { key: '', connection_id: replaced };
  const { form, problem, onSubmit, words } = useContractForm(ConnectServiceAccount, given, 'secret');
  const send = async (values: ConnectServiceAccount) => {
    const { id } = await connect.mutateAsync(values);
    connect.reset();
    await utils.drives.invalidate();
    onConnected(id);
    onClose();
  };
  const read = async (file: File | null) => {
    if (file === null) return;
    if (file.size > MOST_BYTES) form.setFieldError('key', 'That file is too large for a service account key.');
    else form.setFieldValue('key', await file.text());
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
        Create a service account in a Google Cloud project that has the Drive API, add a JSON key to it, and share the
        folders with its address. See <Code>docs/operate/drives.md</Code> for the steps.
        {!offers.google_consent &&
          replaced === null &&
          ' To connect with a Google account instead, ask the operator to set up a Google client.'}
      </Text>
      <Textarea
        label="Key"
        description="The whole JSON file. Stored encrypted. You won’t see it again."
        placeholder={'{ "type": "service_account", …'}
        autosize
        minRows={4}
        maxRows={8}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('key')}
      />
      <Group>
        <FileButton
          accept="application/json,.json"
          onChange={(file) => void read(file)}
          inputProps={{ 'aria-label': 'Key file', tabIndex: -1 }}
        >
          {(props) => (
            <Button variant="default" size="xs" leftSection={<IconUpload size={16} aria-hidden />} {...props}>
              Choose file
            </Button>
          )}
        </FileButton>
      </Group>
    </FormInDialog>
  );
}
