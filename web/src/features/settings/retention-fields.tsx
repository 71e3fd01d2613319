import { Title } from '@mantine/core';
import type { UpdateWorkspace } from '@training/shared/workspaces/workspaces';
import { translatorOf } from '../../lib/i18n/translator.ts';
import type { useContractForm } from '../../ui/forms/contract-form.ts';
import { NumberField } from '../../ui/forms/number-field.tsx';

const t = translatorOf('settings');

/** Fewest and most days; those that are optional are always kept if empty. */
const FIELDS = [
  { field: 'session_days', min: 1, max: 30, isOptional: false },
  { field: 'recordings_kept_days', min: 30, max: 365, isOptional: false },
  { field: 'transcripts_kept_days', min: 30, max: 3650, isOptional: true },
  { field: 'addresses_kept_days', min: 1, max: 3650, isOptional: true },
] as const;

interface RetentionFieldsProps {
  form: ReturnType<typeof useContractForm<UpdateWorkspace, UpdateWorkspace>>['form'];
  readOnly: boolean;
}

/** For how many days data is kept (rules/retention). */
export function RetentionFields({ form, readOnly }: RetentionFieldsProps) {
  return (
    <>
      <Title order={2} size="h4" mt="md">
        {t('retention')}
      </Title>
      {FIELDS.map(({ field, min, max, isOptional }) => (
        <NumberField
          key={field}
          label={t(`days.${field}`)}
          description={t(`explained.${field}`)}
          min={min}
          max={max}
          readOnly={readOnly}
          {...form.getInputProps(field)}
          value={form.values[field] ?? ''}
          onChange={(value) => form.setFieldValue(field, value === '' && isOptional ? null : Number(value))}
        />
      ))}
    </>
  );
}
