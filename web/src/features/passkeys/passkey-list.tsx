import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type Passkey, RenamePasskey } from '@training/shared/passkeys/passkeys';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { notify } from '../../ui/notify.ts';
import { TimeAgo } from '../../ui/time.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('passkeys');

interface PasskeyListProps {
  passkeys: Passkey[];
  mayChange: boolean;
  onChanged: () => void;
}

export function PasskeyList({ passkeys, mayChange, onChanged }: PasskeyListProps) {
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  return (
    <>
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {passkeys.map((passkey) => (
          <Group key={passkey.id} component="li" justify="space-between" gap="sm">
            <PasskeyWords passkey={passkey} />
            <Group gap="xs">
              <Button
                size="xs"
                variant="default"
                aria-label={t('renameThis', { name: passkey.name })}
                onClick={() => setRenamed(passkey)}
              >
                {t('rename')}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={!mayChange}
                aria-label={t('removeThis', { name: passkey.name })}
                onClick={() => setRemoved(passkey)}
              >
                {t('remove')}
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
      <RenameDialog passkey={renamed} onChanged={onChanged} onClose={() => setRenamed(null)} />
      <RemoveDialog passkey={removed} onChanged={onChanged} onClose={() => setRemoved(null)} />
    </>
  );
}

function PasskeyWords({ passkey: { name, created_at, last_used_at, backed_up } }: { passkey: Passkey }) {
  return (
    <div>
      <Group gap="xs">
        <Text fw={600}>
          <bdi>{name}</bdi>
        </Text>
        {backed_up && <Badge variant="light">{t('backedUp')}</Badge>}
      </Group>
      <Text size="sm" c="dimmed">
        {t.nodes('added', { at: () => <TimeAgo at={created_at} /> })}
        {' · '}
        {last_used_at === null ? t('neverUsed') : t.nodes('lastUsed', { at: () => <TimeAgo at={last_used_at} /> })}
      </Text>
    </div>
  );
}

interface DialogProps {
  /** The dialog is closed while it is null. */
  passkey: Passkey | null;
  onChanged: () => void;
  onClose: () => void;
}

function RenameDialog({ passkey, onChanged, onClose }: DialogProps) {
  return (
    <FormDialog opened={passkey !== null} onClose={onClose} title={t('renamePasskey')} size="md">
      {passkey !== null && <RenameForm passkey={passkey} onChanged={onChanged} onClose={onClose} />}
    </FormDialog>
  );
}

function RenameForm({ passkey: { id, name }, onChanged, onClose }: DialogProps & { passkey: Passkey }) {
  const rename = trpc.passkeys.rename.useMutation();
  const { form, inDialog } = useContractForm(RenamePasskey, { id, name }, 'choice');
  const send = async (input: RenamePasskey) => {
    await rename.mutateAsync(input);
    onChanged();
    onClose();
  };
  return (
    <FormInDialog
      {...inDialog(send)}
      onClose={onClose}
      storedInput={null}
      failure={t('failedToRename')}
      submitLabel={t('rename')}
    >
      <TextInput label={t('name')} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
    </FormInDialog>
  );
}

function RemoveDialog({ passkey, onChanged, onClose }: DialogProps) {
  const remove = trpc.passkeys.remove.useMutation();
  const onConfirm = ({ id, name }: Passkey) =>
    remove.mutate(
      { id },
      {
        onSuccess: () => {
          notify(t('wasRemoved', { name }));
          onChanged();
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened={passkey !== null}
      onClose={onClose}
      title={t('removeQuestion', { name: passkey?.name ?? '' })}
      confirmLabel={t('removePasskey')}
      failed={t('failedToRemove')}
      danger
      mutation={remove}
      onConfirm={() => passkey && onConfirm(passkey)}
    >
      <Text>{t('sessionsEnd')}</Text>
    </ConfirmDialog>
  );
}
