import type { AuditFilters } from '@training/shared/audit/audit';
import { ActorKind } from '@training/shared/events/outgoing-events';
import { FilterBar, FilterDate, FilterSelect, SearchField } from '../../ui/lists/filter-bar.tsx';
import { ActionChoice } from './action-choice.tsx';
import { PersonChoice } from '../users/person-choice.tsx';
import type { AuditSearch } from './audit-search.ts';
import { ACTOR_KINDS } from './audit-words.ts';

interface AuditFilterBarProps {
  search: AuditSearch;
  /** The valid filters among those in the URL. */
  asked: Pick<AuditFilters, 'action' | 'actor_kind'>;
  /** The name of the person filtered by, if known. */
  personName: string | undefined;
  onFilter: (change: AuditSearch) => void;
  onClear: (() => void) | undefined;
}

export function AuditFilterBar({ search, asked, personName, onFilter, onClear }: AuditFilterBarProps) {
  const { person, q, range, from, to } = search;
  const chosen = person === undefined ? undefined : { id: person, name: personName ?? 'The chosen person' };
  return (
    <FilterBar what="the audit log" onClear={onClear} folds>
      <SearchField label="Search people and things" value={q} onSearch={(next) => onFilter({ q: next })} />
      <ActionChoice value={asked.action} onChange={(next) => onFilter({ action: next })} />
      <FilterSelect
        label="Done by"
        all="By people and systems"
        options={ActorKind.options.map((value) => ({ value, label: ACTOR_KINDS[value] }))}
        value={asked.actor_kind}
        onChange={(next) => onFilter({ actor: next })}
      />
      <PersonChoice
        filter="By one person"
        known={chosen}
        value={person ?? null}
        onChange={(id) => onFilter({ person: id ?? undefined })}
      />
      <FilterSelect
        label="When"
        all="Any time"
        options={[
          { value: 'today', label: 'Today' },
          { value: '7d', label: 'Last 7 days' },
          { value: '30d', label: 'Last 30 days' },
        ]}
        value={range}
        onChange={(next) => onFilter({ range: next, from: undefined, to: undefined })}
      />
      <FilterDate label="From" value={from} onChange={(next) => onFilter({ from: next, range: undefined })} />
      <FilterDate label="To" value={to} onChange={(next) => onFilter({ to: next, range: undefined })} />
    </FilterBar>
  );
}
