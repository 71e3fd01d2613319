import { FilterBar, FilterSelect } from '../../../ui/lists/filter-bar.tsx';
import type { QueueSearch } from '../review-search.ts';
import { useDepartments } from './use-departments.ts';

interface QueueFiltersProps {
  search: QueueSearch;
  onFilter: (change: QueueSearch) => void;
  onClear: (() => void) | undefined;
}

/** The numbers of days on offer, as in the URL. */
const DAYS = ['1', '3', '7', '14', '30'] as const;

export function QueueFilters({ search: { state, claim, department, days }, onFilter, onClear }: QueueFiltersProps) {
  const departments = useDepartments();
  return (
    <FilterBar what="reviews" onClear={onClear}>
      <FilterSelect
        label="State"
        all="Waiting for review"
        options={[{ value: 'sent_back' as const, label: 'Needs changes' }]}
        value={state}
        onChange={(next) => onFilter({ state: next })}
      />
      <FilterSelect
        label="Claim"
        all="Claimed or not"
        options={[
          { value: 'unclaimed' as const, label: 'Not claimed' },
          { value: 'mine' as const, label: 'Claimed by me' },
        ]}
        value={claim}
        onChange={(next) => onFilter({ claim: next })}
      />
      <FilterSelect
        label="Department"
        all="All departments"
        options={departments.map(({ id, name }) => ({ value: id, label: name }))}
        value={department}
        onChange={(next) => onFilter({ department: next })}
      />
      <FilterSelect
        label="Waiting"
        all="Any waiting time"
        options={DAYS.map((day) => ({ value: day, label: day === '1' ? '1 day or longer' : `${day} days or longer` }))}
        value={DAYS.find((day) => Number(day) === days)}
        onChange={(next) => onFilter({ days: next === undefined ? undefined : Number(next) })}
      />
    </FilterBar>
  );
}
