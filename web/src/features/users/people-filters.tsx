import { getRouteApi } from '@tanstack/react-router';
import { Role } from '@training/shared/users/users';
import { roleNameOf } from '../../lib/roles.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { FilterBar, FilterSelect, SearchField } from '../../ui/lists/filter-bar.tsx';
import type { PeopleSearchParams } from './people-search.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('users');

const route = getRouteApi('/$workspace/people');

interface PeopleFiltersProps {
  onFilter: (change: PeopleSearchParams) => void;
  onClear: () => void;
}

export function PeopleFilters({ onFilter, onClear }: PeopleFiltersProps) {
  const { q, role, department, status } = route.useSearch();
  const departments = trpc.departments.list.useQuery();
  const isFiltered = [q, role, department, status].some((value) => value !== undefined);
  return (
    <FilterBar what={t('thePeople')} onClear={isFiltered ? onClear : undefined}>
      <SearchField label={t('searchNameEMail')} value={q} onSearch={(next) => onFilter({ q: next })} />
      <FilterSelect
        label={t('role')}
        all={t('allRoles')}
        options={Role.options.map((value) => ({ value, label: roleNameOf(value) }))}
        value={role}
        onChange={(next) => onFilter({ role: next })}
      />
      <FilterSelect
        label={t('department')}
        all={t('allDepartments')}
        options={(departments.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={department}
        onChange={(next) => onFilter({ department: next })}
      />
      <FilterSelect
        label={t('statusOfPerson')}
        all={t('anyStatus')}
        options={[
          { value: 'active', label: t('active') },
          { value: 'inactive', label: t('inactive') },
        ]}
        value={status}
        onChange={(next) => onFilter({ status: next })}
      />
    </FilterBar>
  );
}
