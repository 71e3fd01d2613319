import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ModuleVariants, VariantRef } from '@training/shared/translations/translations';
import { trpc } from '../../lib/api/trpc.ts';
import { languageNameOf } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { listSelectableLanguages } from './known-languages.ts';

const t = translatorOf('translations');

interface AddLanguageDialogProps {
  module: ModuleVariants;
  opened: boolean;
  onClose: () => void;
}

/** Adds a language to a module, and opens it. */
export function AddLanguageDialog({ module, opened, onClose }: AddLanguageDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('addLanguage')} size="md">
      <AddForm module={module} onClose={onClose} />
    </FormDialog>
  );
}

function AddForm({ module, onClose }: Omit<AddLanguageDialogProps, 'opened'>) {
  const { module_id, course, language: source, variants } = module;
  const utils = trpc.useUtils();
  const navigate = useNavigate({ from: '/$workspace' });
  const add = trpc.translations.add.useMutation();
  const has = new Set([source, ...variants.map(({ language }) => language)]);
  const languages = listSelectableLanguages().filter((code) => !has.has(code));
  const initial = { module_id, language: languages[0] ?? '' };
  const { form, inDialog } = useContractForm(VariantRef, initial, 'choice');
  const send = async (values: VariantRef) => {
    await add.mutateAsync(values);
    await utils.translations.ofModule.invalidate({ module_id });
    onClose();
    await navigate({
      to: '/$workspace/courses/$course/$module/languages/$language',
      params: { course: course.id, module: module_id, language: values.language },
    });
  };
  return (
    <FormInDialog
      {...inDialog(send)}
      onClose={onClose}
      storedInput={null}
      failure={t('failedToAdd')}
      submitLabel={t('addLanguage')}
    >
      <NativeSelect
        label={t('language')}
        data={languages.map((code) => ({ value: code, label: languageNameOf(code) }))}
        data-autofocus
        {...form.getInputProps('language')}
      />
    </FormInDialog>
  );
}
