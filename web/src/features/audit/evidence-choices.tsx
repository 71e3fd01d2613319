import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { SLOW, trpc } from '../../lib/trpc.ts';

interface ChoiceProps {
  value: string | null;
  onChange: (id: string | null) => void;
}

/** As many as a list shows: whoever looks for another one types more of it. */
const SHOWN = 20;

export function ModuleChoice({ value, onChange }: ChoiceProps) {
  const catalog = trpc.catalog.list.useQuery({}, SLOW);
  const data = (catalog.data ?? []).map(({ title, emoji, modules }) => ({
    group: `${emoji} ${title}`,
    items: modules.map((module) => ({ value: module.id, label: module.title })),
  }));
  return (
    <Select
      label="Module"
      searchable
      data={data}
      limit={SHOWN}
      nothingFoundMessage={catalog.isPending ? 'Loading…' : 'No module has this in its title'}
      error={catalog.isError && 'The modules could not be loaded.'}
      value={value}
      onChange={onChange}
    />
  );
}

/** People are looked for by the server: a workspace may have very many. */
export function PersonChoice({ value, onChange }: ChoiceProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const people = trpc.users.search.useQuery({ search, limit: SHOWN }, { placeholderData: keepPreviousData });
  const data = (people.data?.users ?? []).map(({ id, full_name, email }) => ({
    value: id,
    label: `${full_name}, ${email}`,
  }));
  return (
    <Select
      label="Person"
      searchable
      data={data}
      // The server has chosen them already.
      filter={({ options }) => options}
      nothingFoundMessage={people.isPending ? 'Loading…' : 'Nobody has this in their name or e-mail'}
      error={people.isError && 'People could not be loaded.'}
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
    />
  );
}
