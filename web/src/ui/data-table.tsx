/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   `display: block`, which makes cards of rows, takes these roles from the elements in some browsers. */
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Hides the header's text, for a column of buttons; a screen reader still hears it. */
  headerHidden?: boolean;
  align?: 'end';
  /** Never breaks its text; for times and short codes. */
  nowrap?: boolean;
}

interface DataTableProps<Row> {
  /** What the table lists; read out as its name. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** Draws a row in a muted tone: an inactive person, a revoked token. */
  isMuted?: (row: Row) => boolean;
}

/**
 * A table that becomes a list of cards on a phone. The first column names the row and heads the card.
 */
export function DataTable<Row>({ label, columns, rows, rowKey, isMuted }: DataTableProps<Row>) {
  return (
    // Keyboard users must be able to scroll what a mouse can.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.scroll} aria-label={`Table of ${label}`} tabIndex={0}>
      <table className={classes.table} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.key} role="columnheader" scope="col" data-align={column.align}>
                <span className={column.headerHidden ? classes.hidden : undefined}>{column.header}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row" className={isMuted?.(row) ? classes.muted : undefined}>
              {columns.map((column, index) => (
                <Cell key={column.key} column={column} row={row} isFirst={index === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
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
    >
      {/* A card on a phone has no header row above it. */}
      {!isFirst && !column.headerHidden && (
        <span className={classes.label} aria-hidden="true">
          {column.header}
        </span>
      )}
      <div className={classes.value}>{column.cell(row)}</div>
    </Tag>
  );
}
