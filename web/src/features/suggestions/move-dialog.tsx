import { NativeSelect, Text } from '@mantine/core';
import type { SuggestionSummary } from '@training/shared/suggestions/suggestions';
import { z } from 'zod';
import { trpc } from '../../lib/api/trpc.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { useDepartmentOptions } from '../reviews/queue-queries.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('suggestions');

/** The dialog is closed while `suggestion` is null. */
export function MoveSuggestionDialog({
  suggestion,
  onClose,
}: {
  suggestion: SuggestionSummary | null;
  onClose: () => void;
}) {
  return (
    <FormDialog opened={suggestion !== null} onClose={onClose} title={t('moveAnotherDepartment')} size="md">
      {suggestion && <MoveForm key={suggestion.id} suggestion={suggestion} onClose={onClose} />}
    </FormDialog>
  );
}

const Values = z.object({ department: z.string() });

function MoveForm({ suggestion, onClose }: { suggestion: SuggestionSummary; onClose: () => void }) {
  const { id, title, department_id, department } = suggestion;
  const utils = trpc.useUtils();
  const move = trpc.suggestions.move.useMutation();
  const departments = useDepartmentOptions();
  const { form, inDialog } = useContractForm(Values, { department: department_id ?? '' }, ['move suggestion', id]);
  // Includes the suggestion's own department even while the others are loading.
  const own = department_id !== null && department !== null ? [{ id: department_id, name: department }] : [];
  const others = departments.filter((each) => each.id !== department_id);
  const choices = [
    { value: '', label: t('noDepartmentEverySees') },
    ...[...own, ...others].map((each) => ({ value: each.id, label: each.name })),
  ];
  const send = async ({ department: to }: z.output<typeof Values>) => {
    const moved = await move.mutateAsync({ id, department_id: to || null });
    const { department: owner } = moved;
    notify(
      owner === null ? t('belongsToNoDepartment', { title }) : t('belongsToDepartment', { title, department: owner }),
    );
    // Before the dialog closes: a row that disappears must not get the focus back.
    await utils.suggestions.invalidate();
    onClose();
  };
  return (
    <FormInDialog {...inDialog(send)} onClose={onClose} failure={t('failedToMoveSuggestion')} submitLabel={t('move')}>
      <Text fw={600}>{title}</Text>
      <NativeSelect
        label={t('department')}
        description={t('trainersSeeSuggestion')}
        data={choices}
        // What doesn't fit is shown in a tooltip.
        title={choices.find(({ value }) => value === form.values.department)?.label}
        data-autofocus
        {...form.getInputProps('department')}
      />
    </FormInDialog>
  );
}
