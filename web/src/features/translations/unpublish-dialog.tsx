import { Text, Textarea } from '@mantine/core';
import { UnpublishVariant } from '@training/shared/translations/translations';
import { trpc } from '../../lib/api/trpc.ts';
import { languageNameOf } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useContractForm } from '../../ui/forms/contract-form.ts';

const t = translatorOf('translations');

interface UnpublishDialogProps {
  named: { module_id: string; language: string };
  title: string;
  opened: boolean;
  onClose: () => void;
}

/** Takes a language from learners, with a reason. */
export function UnpublishVariantDialog({ title, opened, ...form }: UnpublishDialogProps) {
  const language = languageNameOf(form.named.language);
  return (
    <FormDialog opened={opened} onClose={form.onClose} title={t('unpublishQuestion', { title, language })} size="md">
      <UnpublishForm {...form} />
    </FormDialog>
  );
}

function UnpublishForm({ named, onClose }: Pick<UnpublishDialogProps, 'named' | 'onClose'>) {
  const utils = trpc.useUtils();
  const unpublish = trpc.translations.unpublish.useMutation();
  const { form, inDialog } = useContractForm(UnpublishVariant, { ...named, reason: '' }, [
    'reason',
    'unpublish',
    named.module_id,
    named.language,
  ]);
  const send = async (values: UnpublishVariant) => {
    await unpublish.mutateAsync(values);
    await utils.translations.get.invalidate(named);
    onClose();
  };
  return (
    <FormInDialog
      {...inDialog(send)}
      onClose={onClose}
      failure={t('failedToUnpublish')}
      submitLabel={t('unpublish')}
      danger
    >
      <Text>{t('unpublishExplained')}</Text>
      <Textarea label={t('reason')} rows={4} required data-autofocus {...form.getInputProps('reason')} />
    </FormInDialog>
  );
}
