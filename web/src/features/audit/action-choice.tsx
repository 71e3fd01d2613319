import { Select } from '@mantine/core';
import { EventAction } from '@training/shared/events/events';
import type { ReactNode } from 'react';
import { actionsByArea } from './actions-by-area.ts';

interface ActionChoiceProps {
  value: EventAction | undefined;
  onChange: (value: EventAction | undefined) => void;
}

/** Selects an action, found by typing part of its name or of its area. */
export function ActionChoice({ value, onChange }: ActionChoiceProps) {
  return (
    <Select
      aria-label="Action"
      placeholder="All actions"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'All actions' }}
      data={GROUPS}
      filter={({ options, search }) => options.flatMap((option) => ('group' in option ? narrowed(option, search) : []))}
      nothingFoundMessage="No action matches"
      maxDropdownHeight={360}
      value={value ?? null}
      onChange={(next) => onChange(EventAction.options.find((action) => action === next))}
    />
  );
}

const GROUPS = actionsByArea().map(({ area, actions }) => ({
  group: area,
  items: actions.map(({ action, label }) => ({ value: action, label })),
}));

/** Filters a group. If the search matches the area's name, all of its actions match. */
function narrowed<Item extends { label: string }, Group extends { group?: ReactNode; items: Item[] }>(
  group: Group,
  search: string,
): Group[] {
  const typed = search.trim().toLowerCase();
  const has = (words: ReactNode) => typeof words === 'string' && words.toLowerCase().includes(typed);
  const items = has(group.group) ? group.items : group.items.filter(({ label }) => has(label));
  return items.length === 0 ? [] : [{ ...group, items }];
}
