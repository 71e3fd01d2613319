/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   `display: block`, which makes cards of rows, takes these roles from the elements in some browsers. */
import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { type TableSort, SortControl } from './sort-control.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

export interface Column<Row> {
  key: string;
  header: string;
  /** Replaces the header's text, such as by a checkbox that selects all rows. */
  headerCell?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Hides the header's text visually, for a column of buttons. Screen readers still announce it. */
  headerHidden?: boolean;
  align?: 'end';
  /** Prevents line breaks, for times and short codes. */
  nowrap?: boolean;
  /** True if its header sorts the table. */
  isSortable?: boolean;
  /** True if it names the row instead of the first column. */
  isRowHeader?: boolean;
  /** Hidden on phones, if another column has the same information. */
  isWideOnly?: boolean;
}

/** Returns the last column, with the actions on each row. */
export const createActionsColumn = <Row,>(cell: Column<Row>['cell']): Column<Row> => ({
  key: 'actions',
  header: t('actions'),
  headerHidden: true,
  align: 'end',
  cell,
});

interface DataTableProps<Row> {
  /** The subject of the table, which is its accessible name. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** Returns true for rows in a muted colour: an inactive person, a revoked token. */
  isMuted?: (row: Row) => boolean;
  sort?: TableSort;
  /** Shows each row on phones as one line instead of a card. */
  isCompact?: boolean;
}

/** A table that becomes a list of cards on phones. The first column names the row and is the card's heading. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, isMuted, sort, isCompact = false } = props;
  const naming = columns.find(({ isRowHeader }) => isRowHeader) ?? columns[0];
  const sortable = columns.filter(({ isSortable }) => isSortable);
  const table = (
    <section
      className={classes.scroll}
      data-compact={isCompact || undefined}
      aria-label={t('tableOf', { label })}
      // Focusable, so that keyboard users can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className={classes.table} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Header key={column.key} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row" className={isMuted?.(row) ? classes.muted : undefined}>
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} isFirst={column === naming} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
  if (sort === undefined || rows.length < 2) return table;
  return (
    <>
      <SortControl label={label} columns={sortable} sort={sort} />
      {table}
    </>
  );
}

function Header<Row>({ column, sort }: { column: Column<Row>; sort: TableSort | undefined }) {
  const { key, header, headerCell, headerHidden, isSortable, align } = column;
  const isSorted = sort?.by === key;
  const Icon = isSorted ? (sort.isDescending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  return (
    <th
      role="columnheader"
      scope="col"
      data-align={align}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
    >
      {headerCell ??
        (isSortable && sort ? (
          <UnstyledButton className={classes.sort} data-sorted={isSorted || undefined} onClick={() => sort.onSort(key)}>
            {header}
            <Icon size={14} aria-hidden />
          </UnstyledButton>
        ) : (
          <span className={headerHidden ? classes.hidden : undefined}>{header}</span>
        ))}
    </th>
  );
}

function Cell<Row>({ column, row, isFirst }: { column: Column<Row>; row: Row; isFirst: boolean }) {
  const Tag = isFirst ? 'th' : 'td';
  return (
    <Tag
      role={isFirst ? 'rowheader' : 'cell'}
      scope={isFirst ? 'row' : undefined}
      data-align={column.align}
      data-nowrap={column.nowrap}
      data-wide-only={column.isWideOnly}
    >
      {/* Labels each value, because a card on phones has no header row. */}
      {!isFirst && !column.headerHidden && (
        <span className={classes.label} aria-hidden="true">
          {column.header}
        </span>
      )}
      <div className={classes.value}>{column.cell(row)}</div>
    </Tag>
  );
}
