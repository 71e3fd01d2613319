import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import classes from './data-table.module.css';

/** The order of the rows, by the key of a column. */
export interface Sort {
  by: string;
  isDescending: boolean;
  onSort: (by: string) => void;
}

interface SortControlProps {
  /** The table's accessible name. */
  label: string;
  columns: { key: string; header: string }[];
  sort: Sort;
}

/** Sorts a table on phones, where it has no headers. */
export function SortControl({ label, columns, sort: { by, isDescending, onSort } }: SortControlProps) {
  const Icon = isDescending ? IconSortDescending : IconSortAscending;
  return (
    <div className={classes.order}>
      <NativeSelect
        size="xs"
        aria-label={`Sort ${label}`}
        data={columns.map(({ key, header }) => ({ value: key, label: `Sort: ${header}` }))}
        value={by}
        onChange={({ currentTarget }) => onSort(currentTarget.value)}
      />
      <ActionIcon
        variant="default"
        size="input-xs"
        aria-label={`Descending order of ${label}`}
        aria-pressed={isDescending}
        onClick={() => onSort(by)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
