import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch, IconX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './filter-bar.module.css';

interface FilterBarProps {
  /** What is filtered, in the plural: "people". */
  what: string;
  children: ReactNode;
  /** Present while a filter is set. */
  onClear: (() => void) | undefined;
  /** Of many filters a phone shows the search alone, and the others behind a button. */
  folds?: boolean;
}

/** The filters above a list; they live in the address, so that a list can be linked to and Back goes back. */
export function FilterBar({ what, children, onClear, folds = false }: FilterBarProps) {
  const [isOpen, setOpen] = useState(!folds || onClear !== undefined);
  return (
    <search className={classes.bar} aria-label={`Filter ${what}`} data-folded={!isOpen}>
      {children}
      {folds && (
        <Button
          className={classes.more}
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Filters
        </Button>
      )}
      {onClear !== undefined && (
        <Button
          className={classes.clear}
          variant="subtle"
          color="gray"
          fw={500}
          leftSection={<IconX size={16} aria-hidden />}
          px="xs"
          onClick={onClear}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}

interface SearchFieldProps {
  label: string;
  value: string | undefined;
  /** Called when typing pauses, and at once on Enter; undefined for an emptied field. */
  onSearch: (value: string | undefined) => void;
}

export function SearchField({ label, value = '', onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const router = useRouter();
  const search = (next: string) => {
    // Whoever has opened another page meanwhile goes there: a search would call them back.
    if (router.latestLocation.pathname !== router.state.resolvedLocation?.pathname) return;
    onSearch(next.trim() || undefined);
  };
  const searchSoon = useDebouncedCallback(search, 250);
  useEffect(() => {
    // The address lags behind whoever is typing; it wins when it changes by itself.
    if (document.activeElement !== field.current) setText(value);
  }, [value]);
  return (
    <TextInput
      ref={field}
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={200}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        searchSoon(currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // In a form it would send that.
        event.preventDefault();
        search(text);
      }}
    />
  );
}

interface FilterSelectProps<Value extends string> {
  label: string;
  /** The first choice, which filters nothing: "All roles". */
  all: string;
  options: { value: Value; label: string }[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, all, options, value, onChange } = props;
  return (
    <NativeSelect
      className={classes.field}
      aria-label={label}
      title={options.find((option) => option.value === value)?.label}
      data={[{ value: '', label: all }, ...options]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(options.find((option) => option.value === currentTarget.value)?.value)}
    />
  );
}

interface FilterDateProps {
  label: string;
  /** YYYY-MM-DD. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A day in the reader's time zone. */
export function FilterDate({ label, value = '', onChange }: FilterDateProps) {
  return (
    <TextInput
      className={classes.date}
      type="date"
      aria-label={label}
      leftSection={
        <Text size="xs" c="dimmed" aria-hidden="true">
          {label}
        </Text>
      }
      leftSectionWidth={48}
      max="9999-12-30"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );
}
