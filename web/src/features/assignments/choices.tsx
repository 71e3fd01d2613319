import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';

const PAUSE = 300;

/** The current selection, which may be missing from the first search results. */
export interface Known {
  value: string;
  label: string;
}

/** Adds the current selection to choices that lack it. */
function withKnown(found: Known[], known: Known | undefined, value: string | null): Known[] {
  const isMissing = known !== undefined && known.value === value && found.every((each) => each.value !== value);
  return isMissing ? [known, ...found] : found;
}

interface ChoiceProps {
  value: string | null;
  onChange: (value: string | null) => void;
}

export function PersonChoice({ value, onChange, known }: ChoiceProps & { known: Known | undefined }) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, PAUSE);
  const people = trpc.assignments.candidates.useQuery({ search: value === null ? asked : '' });
  const found = (people.data ?? []).map(({ id, full_name, email }) => ({
    value: id,
    label: `${full_name} · ${email}`,
  }));
  return (
    <Select
      label="Person"
      placeholder="Search by name or e-mail"
      searchable
      data={withKnown(found, known, value)}
      filter={({ options }) => options}
      onSearchChange={setSearch}
      nothingFoundMessage={people.isLoading ? 'Searching…' : 'No people match'}
      value={value}
      onChange={onChange}
    />
  );
}

export function DepartmentChoice({ value, onChange }: ChoiceProps) {
  const departments = trpc.departments.list.useQuery();
  return (
    <Select
      label="Department"
      data={(departments.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      allowDeselect={false}
    />
  );
}
