import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch, IconX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './filter-bar.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

interface FilterBarProps {
  /** The filtered items, in the plural: "people". */
  what: string;
  children: ReactNode;
  /** Present while a filter is set. */
  onClear: (() => void) | undefined;
  /** Collapses the filters except the search behind a button on phones; for many filters. */
  folds?: boolean;
}

/** The filters above a list. They are in the URL, so that a list can be linked to and Back works. */
export function FilterBar({ what, children, onClear, folds = false }: FilterBarProps) {
  const [isOpen, setOpen] = useState(!folds || onClear !== undefined);
  return (
    <search className={classes.bar} aria-label={t('filter', { what })} data-folded={!isOpen}>
      {children}
      {folds && (
        <Button
          className={classes.more}
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t('filters')}
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
          {t('clearFilters')}
        </Button>
      )}
    </search>
  );
}

interface SearchFieldProps {
  label: string;
  value: string | undefined;
  /** Called when typing pauses, and immediately on Enter; undefined for an empty field. */
  onSearch: (value: string | undefined) => void;
}

export function SearchField({ label, value = '', onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const router = useRouter();
  const search = (next: string) => {
    // The user has opened another page meanwhile; a search would navigate back.
    if (router.latestLocation.pathname !== router.state.resolvedLocation?.pathname) return;
    onSearch(next.trim() || undefined);
  };
  const searchSoon = useDebouncedCallback(search, 250);
  useEffect(() => {
    // The URL lags behind typing; it takes precedence if it changes otherwise.
    if (document.activeElement !== field.current) setText(value);
  }, [value]);
  return (
    <TextInput
      ref={field}
      className={classes.search}
      style={{ '--label-width': `${label.length}ch` }}
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
        // Prevents submitting a surrounding form.
        event.preventDefault();
        search(text);
      }}
    />
  );
}

interface FilterSelectProps<Value extends string> {
  label: string;
  /** The label of the choice without a filter: "All roles". */
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
  /** The date as YYYY-MM-DD. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Filters by a day in the reader's time zone. */
export function FilterDate({ label, value = '', onChange }: FilterDateProps) {
  const width = Math.max(48, 10 * label.length + 8);
  return (
    <TextInput
      className={classes.date}
      style={{ '--label-width': `${width}px` }}
      type="date"
      aria-label={label}
      leftSection={
        <Text size="xs" c="dimmed" aria-hidden="true">
          {label}
        </Text>
      }
      leftSectionWidth={width}
      max="9999-12-30"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );
}
