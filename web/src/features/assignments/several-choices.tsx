import { CloseButton, Group, List, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { AssignableRole } from '@training/shared/assignments/assignments';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { roleNameOf } from '../../lib/roles.ts';
import { usePermissionReach, useWorkspaceSession } from '../../lib/workspace.ts';
import { SearchSelect } from '../../ui/popups/search-select.tsx';
import { type AssignFormOption, toCourseOption, toModuleOption, toPersonOption } from './chosen-option.ts';
import { joinWithDots } from '../../lib/i18n/in-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('assignments');

const PAUSE = 300;

interface SeveralProps {
  value: readonly AssignFormOption[];
  onChange: (value: AssignFormOption[]) => void;
}

/** Selects modules and whole courses. */
export function ModulesChoice(props: SeveralProps) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, PAUSE);
  const { data: found = [], isLoading } = trpc.assignments.modules.useQuery({ search: asked });
  // Filtered here too: Enter must not select what an earlier search found.
  const matching = found.filter(({ title, course }) => contains(`${title} · ${course}`, search));
  const courses = new Map(matching.map(({ course_id, course }) => [course_id, course]));
  return (
    <SeveralChoice
      {...props}
      label={t('modulesAndCourses')}
      selectedLabel={t('selectedModules')}
      placeholder={t('searchModules')}
      onSearch={setSearch}
      groups={{
        [t('modules')]: matching.map(({ id, title, course }) => toModuleOption(id, joinWithDots([title, course]))),
        [t('wholeCourses')]: [...courses].map(([id, title]) => toCourseOption(id, title)),
      }}
      isSettled={asked === search && !isLoading}
      nothing={isLoading ? t('searching') : t('noPublishedModulesMatch')}
    />
  );
}

/** Selects departments, roles and people; for trainers, only their own department and its people. */
export function AudiencesChoice(props: SeveralProps) {
  const isOfDepartment = usePermissionReach('assignments:manage') === 'department';
  const { user } = useWorkspaceSession();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, PAUSE);
  const everywhere = trpc.departments.list.useQuery(undefined, { enabled: !isOfDepartment }).data ?? [];
  const own = user.department_id === null ? [] : [{ id: user.department_id, name: user.department ?? '' }];
  const people = trpc.assignments.candidates.useQuery({ search: asked });
  const matches = ({ label }: AssignFormOption) => contains(label, search);
  return (
    <SeveralChoice
      {...props}
      label={t('departmentsRolesPeople')}
      selectedLabel={t('selectedAudiences')}
      placeholder={t('searchPerson')}
      onSearch={setSearch}
      groups={{
        [t('departments')]: (isOfDepartment ? own : everywhere)
          .map(({ id, name }) => ({ value: `department:${id}`, label: name }))
          .filter(matches),
        [t('roles')]: isOfDepartment
          ? []
          : AssignableRole.options
              .map((role) => ({ value: `role:${role}`, label: t('everyoneWithRole', { role: roleNameOf(role) }) }))
              .filter(matches),
        [t('peopleGroup')]: (people.data ?? [])
          .map(({ id, full_name, email, external_id }) =>
            toPersonOption(id, joinWithDots([full_name, email ?? external_id])),
          )
          .filter(matches),
      }}
      isSettled={asked === search && !people.isLoading}
      nothing={people.isLoading ? t('searching') : t('noOneMatches')}
    />
  );
}

interface SeveralChoiceProps extends SeveralProps {
  label: string;
  /** Labels the list of what is selected. */
  selectedLabel: string;
  placeholder: string;
  onSearch: (search: string) => void;
  groups: Record<string, AssignFormOption[]>;
  /** True once the groups are those of the typed text. */
  isSettled: boolean;
  nothing: string;
}

/** A search whose selections are listed below it, each with a button that removes it. */
function SeveralChoice({
  value,
  onChange,
  groups,
  isSettled,
  onSearch,
  nothing,
  selectedLabel,
  ...named
}: SeveralChoiceProps) {
  const picked = new Set(value.map((each) => each.value));
  const choices = Object.entries(groups)
    .map(([group, items]) => ({ group, items: items.filter((each) => !picked.has(each.value)) }))
    .filter(({ items }) => items.length > 0);
  const add = (next: string | null) => {
    const found = choices.flatMap(({ items }) => items).find((each) => each.value === next);
    if (found) onChange([...value, found]);
  };
  return (
    <div>
      <SearchSelect
        {...named}
        // Enter takes the first match.
        takesFirst={isSettled}
        choices={choices}
        isFiltered
        onSearch={onSearch}
        nothing={nothing}
        value={null}
        onChange={add}
      />
      {value.length > 0 && (
        <List listStyleType="none" mt={4} aria-label={selectedLabel}>
          {value.map((each) => (
            <List.Item key={each.value}>
              <Group gap={4} wrap="nowrap">
                <CloseButton
                  size={24}
                  aria-label={t('removeChoice', { choice: each.label })}
                  onClick={() => onChange(value.filter((other) => other !== each))}
                />
                <Text size="sm">{each.label}</Text>
              </Group>
            </List.Item>
          ))}
        </List>
      )}
    </div>
  );
}

const contains = (text: string, search: string) => text.toLowerCase().includes(search.trim().toLowerCase());
