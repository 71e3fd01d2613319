import { EventAction, describeAction } from '@training/shared/events';
import { ActorKind } from '@training/shared/outgoing-events';
import { FilterBar, FilterDate, FilterSelect, SearchField } from '../../ui/filter-bar.tsx';
import type { AuditSearch } from './audit-search.ts';
import { ACTOR_KINDS } from './audit-words.ts';

interface AuditFiltersProps {
  search: AuditSearch;
  onFilter: (change: AuditSearch) => void;
  onClear: (() => void) | undefined;
}

export function AuditFilters({ search: { action, actor, q, from, to }, onFilter, onClear }: AuditFiltersProps) {
  return (
    <FilterBar what="the audit log" onClear={onClear}>
      <SearchField label="Search who or what" value={q} onSearch={(next) => onFilter({ q: next })} />
      <FilterSelect
        label="Action"
        all="All actions"
        options={EventAction.options.map((value) => ({ value, label: describeAction(value).label }))}
        value={action}
        onChange={(next) => onFilter({ action: next })}
      />
      <FilterSelect
        label="Done by"
        all="By anybody"
        options={ActorKind.options.map((value) => ({ value, label: ACTOR_KINDS[value] }))}
        value={actor}
        onChange={(next) => onFilter({ actor: next })}
      />
      <FilterDate label="From" value={from} onChange={(next) => onFilter({ from: next })} />
      <FilterDate label="To" value={to} onChange={(next) => onFilter({ to: next })} />
    </FilterBar>
  );
}
