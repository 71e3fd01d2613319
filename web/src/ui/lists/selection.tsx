import { Button, Checkbox, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useBottomBarRef } from '../use-bottom-bar.ts';
import type { Column } from './data-table.tsx';
import classes from './selection.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

interface Selection<Row> {
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** The accessible name of a row's checkbox: "Select Ana Souza". */
  labelOf: (row: Row) => string;
  labelOfAll: string;
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
}

/** A checkbox for each row, and one for the whole page. */
export function createSelectionColumn<Row>(selection: Selection<Row>): Column<Row> {
  const { rows, idOf, labelOf, labelOfAll, selected, onSelect } = selection;
  const isAll = rows.length > 0 && rows.every((row) => selected.has(idOf(row)));
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return {
    key: 'selected',
    header: t('selected'),
    headerHidden: true,
    headerCell: (
      <Checkbox
        size="xs"
        aria-label={labelOfAll}
        checked={isAll}
        indeterminate={!isAll && selected.size > 0}
        onChange={() => onSelect(new Set(isAll ? [] : rows.map(idOf)))}
      />
    ),
    cell: (row) => (
      <Checkbox
        size="xs"
        mt={3}
        aria-label={labelOf(row)}
        checked={selected.has(idOf(row))}
        onChange={() => toggle(idOf(row))}
      />
    ),
  };
}

interface SelectionBarProps {
  /** The accessible name: "Selected people". */
  label: string;
  /** The selected rows in words: "3 people". */
  selected: string;
  onClear: () => void;
  /** `SelectionButton`s. */
  children: ReactNode;
}

/** Actions on the selected rows. Stays in view below a long list. */
export function SelectionBar({ label, selected, onClear, children }: SelectionBarProps) {
  const bar = useBottomBarRef<HTMLDivElement>();
  return (
    <Group ref={bar} component="fieldset" className={classes.selection} gap="xs" aria-label={label}>
      <Text size="sm" fw={500} component="output">
        {t('whatSelected', { what: selected })}
      </Text>
      {children}
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        {t('clear')}
      </Button>
    </Group>
  );
}
