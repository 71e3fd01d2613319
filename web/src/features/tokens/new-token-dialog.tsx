import { type ApiToken, type CreatedToken, CreateToken, SCOPE_PRESETS } from '@training/shared/tokens/tokens';
import { useState } from 'react';
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { TokenScope } from '@training/shared/permissions';
import { trpc } from '../../lib/api/trpc.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { OneTimeTokenDisplay } from './one-time-token-display.tsx';
import classes from './tokens.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('tokens');

interface NewTokenDialogProps {
  /** The current list of tokens, which shows the first use of the new one. */
  tokens: ApiToken[] | undefined;
  /** The token to replace, or a new one; null while the dialog is closed. */
  asked: 'new' | ApiToken | null;
  onClose: () => void;
}

/**
 * Shows the form, and then the token's value, only once. From then on only a button closes the dialog: a stray Escape
 * or click outside would lose the token.
 */
export function NewTokenDialog({ tokens, asked, onClose }: NewTokenDialogProps) {
  const opened = asked !== null;
  const replaced = asked === 'new' ? null : asked;
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    // Also resets if reopened while still fading out.
    if (opened) setCreated(null);
  }
  const list = trpc.useUtils().tokens.list;
  // The user may have run the command meanwhile, which counts as a use.
  const onDone = () => {
    void list.invalidate();
    onClose();
  };
  const isForm = created === null;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setCreated(null)}
      title={
        isForm
          ? replaced
            ? t('replaceName', { name: replaced.name })
            : t('newApiToken')
          : t('createdName', { name: created.name })
      }
      size="lg"
      isLocked={!isForm}
    >
      {isForm ? (
        <NewTokenForm replaced={replaced} onCancel={onClose} onCreated={setCreated} />
      ) : (
        <OneTimeTokenDisplay
          created={created}
          replaced={replaced}
          lastUsed={tokens?.find(({ id }) => id === created.id)?.last_used ?? null}
          onDone={onDone}
        />
      )}
    </Dialog>
  );
}

const EMPTY: CreateToken = { name: '', scopes: [] };

const replacementOf = ({ name, scopes }: ApiToken): CreateToken => ({
  name: t('newName', { name: name.slice(0, 94) }),
  scopes,
});

interface NewTokenFormProps {
  replaced: ApiToken | null;
  onCancel: () => void;
  onCreated: (token: CreatedToken) => void;
}

function NewTokenForm({ replaced, onCancel, onCreated }: NewTokenFormProps) {
  const list = trpc.useUtils().tokens.list;
  const create = trpc.tokens.create.useMutation();
  const { form, inDialog } = useContractForm(
    CreateToken,
    replaced === null ? EMPTY : replacementOf(replaced),
    replaced === null ? ['token'] : ['token', replaced.id],
  );
  const send = async (values: CreateToken) => {
    const created = await create.mutateAsync(values);
    void list.invalidate();
    // Keeps the value out of the cache; only the panel has it.
    create.reset();
    onCreated(created);
  };
  return (
    <FormInDialog
      {...inDialog(send)}
      onClose={onCancel}
      failure={t('failedToCreateToken')}
      submitLabel={t('createToken')}
    >
      {replaced !== null && <Text>{t('createsAnother', { name: replaced.name })}</Text>}
      <TextInput
        label={t('name')}
        description={t('whichSystemWillUse')}
        placeholder={t('hrSystemNightlySync')}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      {replaced === null && <Presets onPick={(scopes) => form.setFieldValue('scopes', scopes)} />}
      <Checkbox.Group label={t('scopes')} description={t('whatTokenDoCant')} {...form.getInputProps('scopes')}>
        <Stack gap="xs" mt="xs">
          {TokenScope.options.map((scope) => (
            <Checkbox key={scope} value={scope} label={scope} description={t(`scope.${scope}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormInDialog>
  );
}

/** Presets that preselect scopes (rules/tokens 6). */
function Presets({ onPick }: { onPick: (scopes: TokenScope[]) => void }) {
  return (
    <Group component="fieldset" className={classes.plainFieldset} gap="xs" aria-label={t('presets')}>
      <Text size="sm" c="dimmed">
        {t('startFromPreset')}
      </Text>
      {SCOPE_PRESETS.map(({ name, scopes }) => (
        <Button key={name} size="compact-sm" variant="default" onClick={() => onPick([...scopes])}>
          {t(`preset.${name}`)}
        </Button>
      ))}
    </Group>
  );
}
