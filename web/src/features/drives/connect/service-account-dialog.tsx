import { DRIVE_KIND_LABELS } from '@training/shared/drives/drives';
import { Button, Code, FileButton, Group, Text, Textarea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { ConnectGoogleServiceAccount } from '@training/shared/drives/connect-drive';
import { SLOW_QUERY_OPTIONS, trpc } from '../../../lib/api/trpc.ts';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import type { DriveConnectionOffers } from '../drive-words.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('drives');

const GUIDE = 'docs/operate/drives.md';
const KEY_BEGINS = '{ "type": "service_account", …';

interface ServiceAccountDialogProps {
  opened: boolean;
  /** The connection whose key is replaced; null to connect another drive. */
  replaced: string | null;
  offers: DriveConnectionOffers;
  onConnected: (id: string) => void;
  onClose: () => void;
}

/**
 * Takes a service account's key, pasted or from a file. It is discarded with the dialog and never stored in the
 * browser.
 */
export function ServiceAccountDialog({ opened, onClose, ...form }: ServiceAccountDialogProps) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('withServiceAccount', { drive: DRIVE_KIND_LABELS.google.label })}
    >
      <ServiceAccountForm onClose={onClose} {...form} />
    </FormDialog>
  );
}

/** The maximum size; a key has about 2,400 bytes. */
const MOST_BYTES = 20_000;

function ServiceAccountForm({ replaced, offers, onConnected, onClose }: Omit<ServiceAccountDialogProps, 'opened'>) {
  const utils = trpc.useUtils();
  const connect = trpc.drives.connectServiceAccount.useMutation({ ...SLOW_QUERY_OPTIONS, gcTime: 0 });
  const given = { key: '', connection_id: replaced };
  const { form, inDialog } = useContractForm(ConnectGoogleServiceAccount, given, 'secret');
  const send = async (values: ConnectGoogleServiceAccount) => {
    const { id } = await connect.mutateAsync(values);
    connect.reset();
    await utils.drives.invalidate();
    onConnected(id);
    onClose();
  };
  const read = async (file: File | null) => {
    if (file === null) return;
    if (file.size > MOST_BYTES) form.setFieldError('key', t('fileTooLarge'));
    else form.setFieldValue('key', await file.text());
  };
  return (
    <FormInDialog
      {...inDialog(send)}
      onClose={onClose}
      failure={t('failedToConnectDrive')}
      submitLabel={replaced === null ? t('connect') : t('reconnect')}
    >
      <Text>
        {t.nodes('createServiceAccount', { guide: () => <Code>{GUIDE}</Code> })}
        {!offers.google_consent && replaced === null && ` ${t('askForGoogleClient')}`}
      </Text>
      <Textarea
        label={t('key')}
        description={t('wholeJsonFile')}
        placeholder={KEY_BEGINS}
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
          inputProps={{ 'aria-label': t('keyFile'), tabIndex: -1 }}
        >
          {(props) => (
            <Button variant="default" size="xs" leftSection={<IconUpload size={16} aria-hidden />} {...props}>
              {t('chooseFile')}
            </Button>
          )}
        </FileButton>
      </Group>
    </FormInDialog>
  );
}
