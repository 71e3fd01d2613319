import type { AuditFilters } from '@training/shared/audit/audit';
import { ActorKind } from '@training/shared/events/outgoing-events';
import { EventAction, describeAction } from '@training/shared/events/events';
import { FilterBar, FilterDate, FilterSelect, SearchField } from '../../ui/lists/filter-bar.tsx';
import { SearchSelect } from '../../ui/popups/search-select.tsx';
import { PersonChoice } from '../users/person-choice.tsx';
import type { AuditSearch } from './audit-search.ts';
import { ACTOR_KINDS } from './audit-words.ts';

type PrefixOf<Action extends string> = Action extends `${infer Prefix}.${string}` ? Prefix : never;

/** The areas of the audit log in the order of the filter, by the prefix of their actions. */
const AREAS: Record<PrefixOf<EventAction>, string> = {
  user: 'People',
  department: 'Departments',
  course: 'Courses',
  module: 'Modules',
  review: 'Review',
  suggestion: 'Suggestions',
  assignment: 'Training',
  enrollment: 'Training',
  learner: 'Training',
  certification: 'Training',
  answer: 'Grading',
  appeal: 'Grading',
  grade: 'Grading',
  workspace: 'Workspace',
  token: 'API tokens',
  provider_key: 'Provider keys',
  webhook: 'Webhooks',
  drive: 'Drives',
  audit: 'Audit log',
  notifications: 'Notifications',
  chat: 'Chat',
};

interface Area {
  area: string;
  actions: { action: EventAction; label: string }[];
}

/** Returns all actions grouped by area, each once. */
export function actionsByArea(): Area[] {
  const areas = new Map<string, Area>([...new Set(Object.values(AREAS))].map((area) => [area, { area, actions: [] }]));
  for (const action of EventAction.options) {
    areas.get(areaOf(action))?.actions.push({ action, label: describeAction(action).label });
  }
  return [...areas.values()];
}

function areaOf(action: EventAction): string {
  const found = Object.entries(AREAS).find(([prefix]) => action.startsWith(`${prefix}.`));
  return found?.[1] ?? AREAS.workspace;
}

interface ActionChoiceProps {
  value: EventAction | undefined;
  onChange: (value: EventAction | undefined) => void;
}

/** Selects an action, found by typing part of its name or of its area. */
function ActionChoice({ value, onChange }: ActionChoiceProps) {
  return (
    <SearchSelect
      label="Action"
      isNameHidden
      placeholder="All actions"
      clearLabel="All actions"
      choices={GROUPS}
      nothing="No action matches"
      value={value ?? null}
      onChange={(next) => onChange(EventAction.options.find((action) => action === next))}
    />
  );
}

const GROUPS = actionsByArea().map(({ area, actions }) => ({
  group: area,
  items: actions.map(({ action, label }) => ({ value: action, label })),
}));

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
