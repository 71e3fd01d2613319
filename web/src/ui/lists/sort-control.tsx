import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import classes from './data-table.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** The order of the rows, by the key of a column. */
export interface TableSort {
  by: string;
  isDescending: boolean;
  onSort: (by: string) => void;
}

interface SortControlProps {
  /** The table's accessible name. */
  label: string;
  columns: readonly { key: string; header: string }[];
  sort: TableSort;
  /** True for a list without sortable headers: shown on wide screens, too. */
  isAlone?: boolean;
}

/** Sorts a table on phones, where it has no headers, or a list that never has any. */
export function SortControl({ label, columns, sort, isAlone = false }: SortControlProps) {
  const { by, isDescending, onSort } = sort;
  const Icon = isDescending ? IconSortDescending : IconSortAscending;
  return (
    <div className={classes.order} data-alone={isAlone || undefined}>
      <NativeSelect
        size="xs"
        aria-label={t('sort', { label })}
        data={columns.map(({ key, header }) => ({ value: key, label: t('sortBy', { header }) }))}
        value={by}
        onChange={({ currentTarget }) => onSort(currentTarget.value)}
      />
      <ActionIcon
        variant="default"
        size="input-xs"
        aria-label={t('descendingOrderOf', { label })}
        aria-pressed={isDescending}
        onClick={() => onSort(by)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
