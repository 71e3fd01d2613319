import { Select } from '@mantine/core';
import { SLOW, trpc } from '../../lib/api/trpc.ts';

interface ChoiceProps {
  value: string | null;
  onChange: (id: string | null) => void;
}

/** The maximum number of choices shown. Typing more narrows them down. */
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
      nothingFoundMessage={catalog.isPending ? 'Loading…' : 'No modules match'}
      error={catalog.isError && 'Couldn’t load the modules.'}
      value={value}
      onChange={onChange}
    />
  );
}
