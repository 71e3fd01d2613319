import { Checkbox, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { AssignableRole, CreateAssignment } from '@training/shared/assignments';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../../lib/problem.ts';
import { ROLE_NAMES } from '../../lib/roles.ts';
import { trpc } from '../../lib/trpc.ts';
import { useMay, useWorkspace } from '../../lib/workspace.ts';
import { FormInDialog } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { AssignPreview } from './assign-preview.tsx';

type Due = 'none' | 'day' | 'days';
type Kind = 'user' | 'department' | 'role';

const PAUSE = 300;

/** Which module, for whom, and until when; says what it would do before it does it. */
export function AssignForm({ onClose, moduleId }: { onClose: () => void; moduleId?: string }) {
  const isOfDepartment = useMay('assignments:manage') === 'department';
  const { user } = useWorkspace();
  const [module, setModule] = useState<string | null>(moduleId ?? null);
  const [kind, setKind] = useState<Kind>('department');
  const [person, setPerson] = useState<string | null>(null);
  const [department, setDepartment] = useState<string | null>(isOfDepartment ? user.department_id : null);
  const [role, setRole] = useState<string | null>('learner');
  const [due, setDue] = useState<Due>('days');
  const [day, setDay] = useState('');
  const [days, setDays] = useState<number | string>(30);
  const [joiners, setJoiners] = useState(true);
  const [again, setAgain] = useState(false);
  const utils = trpc.useUtils();
  const creating = trpc.assignments.create.useMutation({
    onSuccess: () => {
      notify('Assigned.');
      void utils.assignments.invalidate();
      onClose();
    },
  });
  const to = { user: { kind, user_id: person }, department: { kind, department_id: department }, role: { kind, role } };
  const parsed = CreateAssignment.safeParse({
    module_id: module,
    to: to[kind],
    due_on: due === 'day' ? day : null,
    due_days: due === 'days' ? days : null,
    joiners: kind !== 'user' && joiners,
    again,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (parsed.success) creating.mutate(parsed.data);
  };
  return (
    <FormInDialog
      onSubmit={submit}
      onClose={onClose}
      failure="it was not assigned"
      problem={creating.error === null ? null : problemOf(creating.error)}
      submitLabel="Assign"
      isSubmitting={creating.isPending}
      obstacle={parsed.success ? null : 'Choose a module, for whom it is, and until when.'}
    >
      {moduleId === undefined && <ModuleChoice value={module} onChange={setModule} />}
      <SegmentedControl
        aria-label="For whom"
        value={kind}
        onChange={(value) => setKind(value === 'user' || value === 'role' ? value : 'department')}
        data={[
          { value: 'department', label: 'Department' },
          { value: 'role', label: 'Role' },
          { value: 'user', label: 'Person' },
        ].filter(({ value }) => value !== 'role' || !isOfDepartment)}
      />
      {kind === 'user' && <PersonChoice value={person} onChange={setPerson} />}
      {kind === 'department' && !isOfDepartment && <DepartmentChoice value={department} onChange={setDepartment} />}
      {kind === 'role' && (
        <Select
          label="Role"
          data={AssignableRole.options.map((value) => ({ value, label: ROLE_NAMES[value] }))}
          value={role}
          onChange={setRole}
          allowDeselect={false}
        />
      )}
      <SegmentedControl
        aria-label="Due"
        value={due}
        onChange={(value) => setDue(value === 'day' || value === 'days' ? value : 'none')}
        data={[
          { value: 'days', label: 'After some days' },
          { value: 'day', label: 'On a day' },
          { value: 'none', label: 'No due date' },
        ]}
      />
      {due === 'days' && (
        <NumberInput label="Days after it is assigned" min={1} max={3650} value={days} onChange={setDays} />
      )}
      {due === 'day' && (
        <TextInput label="Last day" type="date" value={day} onChange={(event) => setDay(event.currentTarget.value)} />
      )}
      {kind !== 'user' && (
        <Checkbox
          label="Also for who joins later"
          checked={joiners}
          onChange={(event) => setJoiners(event.currentTarget.checked)}
        />
      )}
      <Checkbox
        label="Also for who has completed it: they do it again"
        checked={again}
        onChange={(event) => setAgain(event.currentTarget.checked)}
      />
      {parsed.success && <AssignPreview assignment={parsed.data} />}
    </FormInDialog>
  );
}

interface ChoiceProps {
  value: string | null;
  onChange: (value: string | null) => void;
}

function ModuleChoice({ value, onChange }: ChoiceProps) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, PAUSE);
  const modules = trpc.assignments.modules.useQuery({ search: value === null ? asked : '' });
  return (
    <Select
      label="Module"
      placeholder="Search published modules"
      searchable
      data={(modules.data ?? []).map(({ id, title, course }) => ({ value: id, label: `${title} · ${course}` }))}
      filter={({ options }) => options}
      onSearchChange={setSearch}
      nothingFoundMessage={modules.isLoading ? 'Searching…' : 'No published module matches'}
      value={value}
      onChange={onChange}
    />
  );
}

function PersonChoice({ value, onChange }: ChoiceProps) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, PAUSE);
  const people = trpc.assignments.candidates.useQuery({ search: value === null ? asked : '' });
  return (
    <Select
      label="Person"
      placeholder="Search a name or an e-mail"
      searchable
      data={(people.data ?? []).map(({ id, full_name, email }) => ({ value: id, label: `${full_name} · ${email}` }))}
      filter={({ options }) => options}
      onSearchChange={setSearch}
      nothingFoundMessage={people.isLoading ? 'Searching…' : 'Nobody matches'}
      value={value}
      onChange={onChange}
    />
  );
}

function DepartmentChoice({ value, onChange }: ChoiceProps) {
  const departments = trpc.departments.list.useQuery();
  return (
    <Select
      label="Department"
      data={(departments.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      allowDeselect={false}
    />
  );
}
