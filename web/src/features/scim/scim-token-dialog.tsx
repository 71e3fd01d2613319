import { Stack, TextInput } from '@mantine/core';
import type { ScimConnection } from '@training/shared/scim/scim';
import { CreateToken, type CreatedToken } from '@training/shared/tokens/tokens';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { OneTimeTokenDisplay } from '../tokens/one-time-token-display.tsx';
import { ScimAddress } from './provider-address.tsx';

const t = translatorOf('scim');

interface ConnectDialogProps {
  /** A new connection, or the one that gets a further token; null while closed. */
  asked: 'new' | ScimConnection | null;
  onClose: () => void;
}

/** Creates the token of a connection, and shows it once with the address. */
export function ScimTokenDialog({ asked, onClose }: ConnectDialogProps) {
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const known = asked === 'new' ? null : asked;
  const onCreated = (token: CreatedToken) => {
    setCreated(token);
    onClose();
  };
  return (
    <>
      <FormDialog opened={asked !== null} onClose={onClose} title={known ? t('newToken') : t('connect')}>
        <ConnectForm known={known} onCreated={onCreated} onClose={onClose} />
      </FormDialog>
      <Dialog
        opened={created !== null}
        onClose={() => setCreated(null)}
        title={t('connected', { name: created?.name ?? '' })}
        size="lg"
        isLocked
      >
        {created !== null && (
          <Stack>
            <ScimAddress />
            <OneTimeTokenDisplay created={created} replaced={null} lastUsed={null} onDone={() => setCreated(null)} />
          </Stack>
        )}
      </Dialog>
    </>
  );
}

interface ConnectFormProps {
  known: ScimConnection | null;
  onCreated: (token: CreatedToken) => void;
  onClose: () => void;
}

function ConnectForm({ known, onCreated, onClose }: ConnectFormProps) {
  const utils = trpc.useUtils();
  const create = trpc.tokens.create.useMutation({ gcTime: 0 });
  const { form, inDialog } = useContractForm(
    CreateToken,
    { name: known?.name ?? '', scopes: ['scim'], ...(known && { scim_connection_id: known.id }) },
    ['token', 'identity provider', known?.id ?? 'new'],
  );
  const send = async (values: CreateToken) => {
    const created = await create.mutateAsync(values);
    // Keeps the value out of the cache; only the panel has it.
    create.reset();
    void utils.scim.invalidate();
    void utils.tokens.list.invalidate();
    onCreated(created);
  };
  return (
    <FormInDialog
      {...inDialog(send)}
      onClose={onClose}
      failure={t('failedToConnect')}
      submitLabel={known ? t('newToken') : t('connect')}
    >
      <TextInput
        label={t('name')}
        placeholder="Okta"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormInDialog>
  );
}
