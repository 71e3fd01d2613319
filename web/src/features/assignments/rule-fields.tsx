import { Checkbox, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { AssignableRole, type Assignment } from '@training/shared/assignments/assignments';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { roleNameOf } from '../../lib/roles.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { SearchSelect } from '../../ui/popups/search-select.tsx';
import { NumberField } from '../../ui/forms/number-field.tsx';
import { joinWithDots } from '../../lib/i18n/in-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('assignments');

const PAUSE = 300;

/** The current selection, which may be missing from the first search results. */
interface Known {
  value: string;
  label: string;
}

/** Adds the current selection to choices that lack it. */
function withKnown(found: Known[], known: Known | undefined, value: string | null): Known[] {
  const isMissing = known !== undefined && known.value === value && found.every((each) => each.value !== value);
  return isMissing ? [known, ...found] : found;
}

interface ChoiceProps {
  value: string | null;
  onChange: (value: string | null) => void;
}

function PersonChoice({ value, onChange, known }: ChoiceProps & { known: Known | undefined }) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, PAUSE);
  const people = trpc.assignments.candidates.useQuery({ search: value === null ? asked : '' });
  const found = (people.data ?? []).map(({ id, full_name, email, external_id }) => ({
    value: id,
    label: joinWithDots([full_name, email ?? external_id]),
  }));
  return (
    <SearchSelect
      label={t('person')}
      placeholder={t('searchPerson')}
      choices={[{ items: withKnown(found, known, value) }]}
      isFiltered
      onSearch={setSearch}
      nothing={people.isLoading ? t('searching') : t('noPeopleMatch')}
      value={value}
      onChange={onChange}
    />
  );
}

function DepartmentChoice({ value, onChange }: ChoiceProps) {
  const departments = trpc.departments.list.useQuery();
  return (
    <NativeSelect
      label={t('department')}
      data={[
        ...(value === null ? [{ value: '', label: t('chooseADepartment') }] : []),
        ...(departments.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  );
}

interface RuleFieldsProps {
  draft: RuleDraft;
  onChange: (draft: RuleDraft) => void;
  /** The person selected initially. */
  person?: Known;
  /** False if people who join later are always included. */
  hasJoiners?: boolean;
}

/** Fields for the audience, the due date and the renewal window. */
export function RuleFields({ draft, onChange, person, hasJoiners = true }: RuleFieldsProps) {
  const isOfDepartment = usePermissionReach('assignments:manage') === 'department';
  const { kind } = draft;
  const change = (to: Partial<RuleDraft>) => onChange({ ...draft, ...to });
  return (
    <>
      <SegmentedControl
        aria-label={t('assignTo')}
        value={kind}
        onChange={(value) => change({ kind: value === 'user' || value === 'role' ? value : 'department' })}
        data={[
          { value: 'department', label: t('department') },
          { value: 'role', label: t('role') },
          { value: 'user', label: t('person') },
        ].filter(({ value }) => value !== 'role' || !isOfDepartment)}
      />
      {kind === 'user' && (
        <PersonChoice value={draft.person} onChange={(value) => change({ person: value })} known={person} />
      )}
      {kind === 'department' && !isOfDepartment && (
        <DepartmentChoice value={draft.department} onChange={(value) => change({ department: value })} />
      )}
      {kind === 'role' && (
        <NativeSelect
          label={t('role')}
          data={AssignableRole.options.map((value) => ({ value, label: roleNameOf(value) }))}
          value={draft.role ?? ''}
          onChange={({ currentTarget }) => change({ role: currentTarget.value })}
        />
      )}
      <TermFields draft={draft} onChange={change} hasJoiners={hasJoiners && kind !== 'user'} />
    </>
  );
}

interface TermFieldsProps {
  draft: TermsDraft;
  onChange: (part: Partial<TermsDraft>) => void;
  /** True if people can join the audience later. */
  hasJoiners: boolean;
}

/** Fields for the due date, the renewal window and later joiners. */
export function TermFields({ draft, onChange, hasJoiners }: TermFieldsProps) {
  return (
    <>
      <SegmentedControl
        aria-label={t('due')}
        fullWidth
        size="xs"
        styles={{ label: { paddingInline: 6 } }}
        value={draft.due}
        onChange={(value) => onChange({ due: value === 'day' || value === 'days' ? value : 'none' })}
        data={[
          { value: 'days', label: t('afterSomeDays') },
          { value: 'day', label: t('onADate') },
          { value: 'none', label: t('noDueDate') },
        ]}
      />
      {draft.due === 'days' && (
        <NumberField
          label={t('daysAfterAssignment')}
          min={1}
          max={3650}
          value={draft.days}
          onChange={(value) => onChange({ days: value })}
        />
      )}
      {draft.due === 'day' && (
        <TextInput
          label={t('dueDate')}
          type="date"
          value={draft.day}
          onChange={(event) => onChange({ day: event.currentTarget.value })}
        />
      )}
      <NumberField
        label={t('renewalWindow')}
        min={1}
        max={365}
        value={draft.window}
        onChange={(value) => onChange({ window: value })}
      />
      {hasJoiners && (
        <Checkbox
          label={t('includeJoiners')}
          checked={draft.joiners}
          onChange={(event) => onChange({ joiners: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

/** An assignment's audience and due date, as edited in the form. */
export type RuleDraft = {
  kind: 'user' | 'department' | 'role';
  person: string | null;
  department: string | null;
  role: string | null;
} & TermsDraft;

/** An assignment's due date and renewal, without its audience. */
export type TermsDraft = {
  due: 'none' | 'day' | 'days';
  day: string;
  days: number | string;
  joiners: boolean;
  window: number | string;
};

/** Terms that fit most assignments. */
export const DEFAULT_ASSIGNMENT_TERMS: TermsDraft = { due: 'days', day: '', days: 30, joiners: true, window: 30 };

export const createRuleDraft = (department: string | null): RuleDraft => ({
  kind: 'department',
  person: null,
  department,
  role: 'learner',
  ...DEFAULT_ASSIGNMENT_TERMS,
});

type Ruled = Pick<Assignment, 'to' | 'due_on' | 'due_days' | 'joiners' | 'window_days'>;

export function ruleDraftOf({ to, due_on, due_days, joiners, window_days }: Ruled): RuleDraft {
  return {
    ...createRuleDraft(to.kind === 'department' ? to.department_id : null),
    kind: to.kind,
    ...(to.kind === 'user' && { person: to.user_id }),
    ...(to.kind === 'role' && { role: to.role }),
    due: due_on !== null ? 'day' : due_days !== null ? 'days' : 'none',
    day: due_on ?? '',
    days: due_days ?? 30,
    // An assignment to one person has no such setting. Enabled by default if it is changed to a department.
    joiners: to.kind === 'user' || joiners,
    window: window_days,
  };
}

/** Returns the rule in the contract's format, possibly still incomplete. */
export function ruleInputOf({ kind, person, department, role, ...terms }: RuleDraft) {
  const to = { user: { kind, user_id: person }, department: { kind, department_id: department }, role: { kind, role } };
  return { to: to[kind], ...termsInputOf(terms), joiners: kind !== 'user' && terms.joiners };
}

/** Returns the terms in the contract's format, possibly still incomplete. */
export function termsInputOf({ due, day, days, joiners, window }: TermsDraft) {
  return {
    due_on: due === 'day' ? day : null,
    due_days: due === 'days' ? days : null,
    joiners,
    window_days: window,
  };
}
