import type { MessageKey } from '@training/shared/i18n/translator';
import type { AuditFilters } from '@training/shared/audit/audit';
import { ActorKind } from '@training/shared/events/outgoing-events';
import { EventAction } from '@training/shared/events/events';
import { useMemo } from 'react';
import { FilterBar, FilterDate, FilterSelect, SearchField } from '../../ui/lists/filter-bar.tsx';
import { SearchSelect } from '../../ui/popups/search-select.tsx';
import { labelOfEventAction } from '../events/sentence-parts.ts';
import { PersonChoice } from '../users/person-choice.tsx';
import type { AuditSearchParams } from './audit-search.ts';
import { ACTOR_KIND_MESSAGE_KEYS } from './audit-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('audit');

type PrefixOf<Action extends string> = Action extends `${infer Prefix}.${string}` ? Prefix : never;

/** The areas of the audit log in the order of the filter, by the prefix of their actions. */
const AREAS = {
  user: 'area.people',
  department: 'area.departments',
  course: 'area.courses',
  module: 'area.modules',
  translation: 'area.translations',
  review: 'area.review',
  suggestion: 'area.suggestions',
  assignment: 'area.training',
  path: 'area.training',
  enrollment: 'area.training',
  learner: 'area.training',
  certification: 'area.training',
  answer: 'area.grading',
  appeal: 'area.grading',
  grade: 'area.grading',
  workspace: 'area.workspace',
  device: 'field.shared_devices',
  token: 'area.apiTokens',
  provider_key: 'area.providerKeys',
  webhook: 'area.webhooks',
  scim: 'area.identityProviders',
  drive: 'area.drives',
  audit: 'auditLog',
  notifications: 'area.notifications',
  chat: 'area.chat',
  issuer: 'area.issuer',
} as const satisfies Record<PrefixOf<EventAction>, MessageKey<'audit'>>;

interface Area {
  /** The heading of the group. */
  area: string;
  actions: { action: EventAction; label: string }[];
}

/** Returns all actions grouped by area, each once. */
export function groupAuditActionsByArea(): Area[] {
  const areas = new Map<string, Area>(
    [...new Set(Object.values(AREAS))].map((area) => [area, { area: t(area), actions: [] }]),
  );
  for (const action of EventAction.options) {
    areas.get(areaOf(action))?.actions.push({ action, label: labelOfEventAction(action) });
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
  const groups = useMemo(() => groupsOfActions(), []);
  return (
    <SearchSelect
      label={t('action')}
      isNameHidden
      placeholder={t('allActions')}
      clearLabel={t('allActions')}
      choices={groups}
      nothing={t('noActionMatches')}
      value={value ?? null}
      onChange={(next) => onChange(EventAction.options.find((action) => action === next))}
    />
  );
}

const groupsOfActions = () =>
  groupAuditActionsByArea().map(({ area, actions }) => ({
    group: area,
    items: actions.map(({ action, label }) => ({ value: action, label })),
  }));

interface AuditFilterBarProps {
  search: AuditSearchParams;
  /** The valid filters among those in the URL. */
  asked: Pick<AuditFilters, 'action' | 'actor_kind'>;
  /** The name of the person filtered by, if known. */
  personName: string | undefined;
  onFilter: (change: AuditSearchParams) => void;
  onClear: (() => void) | undefined;
}

export function AuditFilterBar({ search, asked, personName, onFilter, onClear }: AuditFilterBarProps) {
  const { person, q, range, from, to } = search;
  const chosen = person === undefined ? undefined : { id: person, name: personName ?? t('theChosenPerson') };
  return (
    <FilterBar what={t('theAuditLog')} onClear={onClear} folds>
      <SearchField label={t('search')} value={q} onSearch={(next) => onFilter({ q: next })} />
      <ActionChoice value={asked.action} onChange={(next) => onFilter({ action: next })} />
      <FilterSelect
        label={t('doneBy')}
        all={t('byPeopleAndSystems')}
        options={ActorKind.options.map((value) => ({ value, label: t(ACTOR_KIND_MESSAGE_KEYS[value]) }))}
        value={asked.actor_kind}
        onChange={(next) => onFilter({ actor: next })}
      />
      <PersonChoice
        filter={t('byOnePerson')}
        known={chosen}
        value={person ?? null}
        onChange={(id) => onFilter({ person: id ?? undefined })}
      />
      <FilterSelect
        label={t('when')}
        all={t('anyTime')}
        options={[
          { value: 'today', label: t('today') },
          { value: '7d', label: t('last7Days') },
          { value: '30d', label: t('last30Days') },
        ]}
        value={range}
        onChange={(next) => onFilter({ range: next, from: undefined, to: undefined })}
      />
      <FilterDate label={t('from')} value={from} onChange={(next) => onFilter({ from: next, range: undefined })} />
      <FilterDate label={t('to')} value={to} onChange={(next) => onFilter({ to: next, range: undefined })} />
    </FilterBar>
  );
}
