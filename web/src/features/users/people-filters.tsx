import { Box } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Role, PeopleOrder } from '@training/shared/users/users';
import { ROLE_NAMES } from '../../lib/roles.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { FilterBar, FilterSelect, SearchField } from '../../ui/lists/filter-bar.tsx';
import classes from './users.module.css';
import type { PeopleSearch } from './people-search.ts';

const route = getRouteApi('/$workspace/people');

interface PeopleFiltersProps {
  onFilter: (change: PeopleSearch) => void;
  onClear: () => void;
  /** Sorts on phones, where the table has no headers. */
  onSort: (by: PeopleOrder) => void;
}

const ORDERS: Record<PeopleOrder, string> = {
  name: 'By name',
  role: 'By role',
  department: 'By department',
  last_sign_in: 'By last sign-in',
  added: 'By date added',
};

export function PeopleFilters({ onFilter, onClear, onSort }: PeopleFiltersProps) {
  const { q, role, department, status, order } = route.useSearch();
  const departments = trpc.departments.list.useQuery();
  const isFiltered = [q, role, department, status].some((value) => value !== undefined);
  return (
    <FilterBar what="people" onClear={isFiltered ? onClear : undefined}>
      <SearchField label="Search name or e-mail" value={q} onSearch={(next) => onFilter({ q: next })} />
      <FilterSelect
        label="Role"
        all="All roles"
        options={Role.options.map((value) => ({ value, label: ROLE_NAMES[value] }))}
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
      <Box className={classes.narrow}>
        <FilterSelect
          label="Order"
          all={ORDERS.name}
          options={PeopleOrder.exclude(['name']).options.map((value) => ({ value, label: ORDERS[value] }))}
          value={order}
          onChange={(next) => onSort(next ?? 'name')}
        />
      </Box>
    </FilterBar>
  );
}
