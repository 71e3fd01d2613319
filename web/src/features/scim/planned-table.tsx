import { Text } from '@mantine/core';
import type { ScimPersonPlan } from '@training/shared/scim/scim';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { roleNameOf } from '../../lib/roles.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { TwoLineCell } from '../../ui/lists/two-line-cell.tsx';

const t = translatorOf('scim');

const columns = (): Column<ScimPersonPlan>[] => [
  {
    key: 'person',
    header: t('person'),
    cell: ({ full_name, user_name }) => <TwoLineCell below={user_name}>{full_name}</TwoLineCell>,
  },
  {
    key: 'result',
    header: t('result'),
    cell: ({ result, role, department, refused }) =>
      refused?.detail ??
      [result && t(`result.${result}`), role && roleNameOf(role), department].filter(Boolean).join(' · '),
  },
];

/** People, and what would become of them; `isPartial`: they are only the first ones. */
export function PlannedPeopleTable({
  label,
  people,
  isPartial,
}: {
  label: string;
  people: ScimPersonPlan[];
  isPartial: boolean;
}) {
  return (
    <>
      <DataTable label={label} columns={columns()} rows={people} rowKey={({ user_id }) => user_id} />
      {isPartial && (
        <Text size="sm" c="dimmed">
          {t('firstOnes', { count: people.length })}
        </Text>
      )}
    </>
  );
}
