import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';

interface PersonChoiceProps {
  value: string | null;
  /** Stands among filters, which say by themselves what they hold. */
  isFilter?: boolean;
  onChange: (id: string | null) => void;
}

/** As many as a list shows: whoever looks for another one types more of it. */
const SHOWN = 20;

/** People are looked for by the server: a workspace may have very many. */
export function PersonChoice({ value, isFilter = false, onChange }: PersonChoiceProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const people = trpc.users.search.useQuery({ search, limit: SHOWN }, { placeholderData: keepPreviousData });
  const data = (people.data?.users ?? []).map(({ id, full_name, email }) => ({
    value: id,
    label: `${full_name}, ${email}`,
  }));
  return (
    <Select
      {...(isFilter ? { 'aria-label': 'Person', placeholder: 'To anybody' } : { label: 'Person' })}
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
