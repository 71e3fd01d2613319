import type { UpdateWorkspace } from '@training/shared/workspaces/workspaces';
import { translatorOf } from '../../lib/i18n/translator.ts';
import type { useContractForm } from '../../ui/forms/contract-form.ts';
import { NumberField } from '../../ui/forms/number-field.tsx';

const t = translatorOf('settings');

interface EscalationFieldsProps {
  form: ReturnType<typeof useContractForm<UpdateWorkspace, UpdateWorkspace>>['form'];
  readOnly: boolean;
}

/** When learners, their managers and the managers of those are told of training. */
export function ReminderAndEscalationFields({ form, readOnly }: EscalationFieldsProps) {
  return (
    <>
      <NumberField
        label={t('dueSoonDays')}
        min={1}
        max={60}
        readOnly={readOnly}
        {...form.getInputProps('due_soon_days')}
      />
      {(['manager_told_days', 'next_manager_told_days'] as const).map((field) => (
        <NumberField
          key={field}
          label={t(field === 'manager_told_days' ? 'managerToldDays' : 'nextManagerToldDays')}
          description={t('neverIfEmpty')}
          min={0}
          max={365}
          readOnly={readOnly}
          {...form.getInputProps(field)}
          value={form.values[field] ?? ''}
          onChange={(value) => form.setFieldValue(field, value === '' ? null : Number(value))}
        />
      ))}
    </>
  );
}
