import { CloseButton, Loader, Text, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import { problemOf } from '../../lib/api/problem.ts';
import type { Entry } from './entries.ts';
import { EntryList } from './entry-list.tsx';
import classes from './palette.module.css';
import { useEntries } from './use-entries.ts';

interface FieldProps {
  onChoose: (entry: Entry) => void;
  onClose: () => void;
}

/** A combobox: the focus stays in the field, and the arrow keys move through the results. */
export function PaletteField({ onChoose, onClose }: FieldProps) {
  const [typed, setTyped] = useState('');
  const [activePath, setActivePath] = useState<string | null>(null);
  const { groups, isSearching, error } = useEntries(typed);
  const list = useId();
  const entries = groups.flatMap((group) => group.entries);
  const active = Math.max(
    0,
    entries.findIndex(({ path }) => path === activePath),
  );
  const current = entries[active];
  const idOf = ({ path }: Entry) => `${list}${path}`;
  const move = (by: number) => setActivePath(entries.at((active + by) % entries.length)?.path ?? null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    // The key that opened the palette closes it, instead of opening the browser's own search.
    if (event.key === 'k' && (event.ctrlKey || event.metaKey)) onClose();
    else if (current === undefined) return;
    else if (event.key === 'Enter') onChoose(current);
    else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={classes.head}>
        <input
          className={classes.field}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setActivePath(null);
          }}
          onKeyDown={onKeyDown}
          placeholder="Search"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          role="combobox"
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={list}
          aria-activedescendant={current && idOf(current)}
          data-autofocus
        />
        {isSearching && <Loader size="xs" aria-hidden />}
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      <EntryList id={list} groups={groups} active={current?.path} idOf={idOf} onChoose={onChoose} />
      {error !== null && (
        <Text role="alert" className={classes.note}>
          {problemOf(error).detail}
        </Text>
      )}
      {entries.length === 0 && error === null && (
        <Text c="dimmed" className={classes.note}>
          {isSearching ? 'Searching…' : `Nothing found for “${typed.trim()}”.`}
        </Text>
      )}
      <VisuallyHidden component="output">{isSearching ? '' : foundInWords(entries.length)}</VisuallyHidden>
    </>
  );
}

function foundInWords(count: number): string {
  if (count === 0) return 'Nothing found';
  return count === 1 ? '1 result' : `${count} results`;
}
