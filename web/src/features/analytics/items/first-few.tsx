import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { inFull } from '../../../lib/numbers.ts';
import classes from './items.module.css';

interface FirstFewProps<Row> {
  label: string;
  rows: Row[];
  /** The number of rows rendered initially. */
  few: number;
  rowKey: (row: Row) => string;
  children: (row: Row) => ReactNode;
}

/** A list that shows its first rows, and all on request. */
export function FirstFew<Row>({ label, rows, few, rowKey, children }: FirstFewProps<Row>) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <ol className={classes.items} aria-label={label}>
        {(isWhole ? rows : rows.slice(0, few)).map((row) => (
          <li key={rowKey(row)} className={classes.item}>
            {children(row)}
          </li>
        ))}
      </ol>
      {rows.length > few && (
        <Button variant="default" size="compact-sm" mt="xs" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${inFull(rows.length)}`}
        </Button>
      )}
    </>
  );
}
