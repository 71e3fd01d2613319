import { getRouteApi } from '@tanstack/react-router';
import { Role } from '@training/shared/users/users';
import { roleName } from '../../lib/roles.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { FilterBar, FilterSelect, SearchField } from '../../ui/lists/filter-bar.tsx';
import type { PeopleSearch } from './people-search.ts';

const route = getRouteApi('/$workspace/people');

interface PeopleFiltersProps {
  onFilter: (change: PeopleSearch) => void;
  onClear: () => void;
}

export function PeopleFilters({ onFilter, onClear }: PeopleFiltersProps) {
  const { q, role, department, status } = route.useSearch();
  const departments = trpc.departments.list.useQuery();
  const isFiltered = [q, role, department, status].some((value) => value !== undefined);
  return (
    <FilterBar what="people" onClear={isFiltered ? onClear : undefined}>
      <SearchField label="Search name or e-mail" value={q} onSearch={(next) => onFilter({ q: next })} />
      <FilterSelect
        label="Role"
        all="All roles"
        options={Role.options.map((value) => ({ value, label: roleName(value) }))}
        value={role}
        onChange={(next) => onFilter({ role: next })}
      />
      <FilterSelect
        label="Department"
        all="All departments"
        options={(departments.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={department}
        onChange={(next) => onFilter({ department: next })}
      />
      <FilterSelect
        label="Status"
        all="Any status"
        options={[
          { value: 'active', label: 'Active' },
          { value: 'inactive', label: 'Inactive' },
        ]}
        value={status}
        onChange={(next) => onFilter({ status: next })}
      />
    </FilterBar>
  );
}
