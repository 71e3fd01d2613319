import { ActionIcon, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import type { Department } from '@training/shared/departments/departments';
import { Role } from '@training/shared/permissions';
import type { MapScimGroups, ScimConnection, ScimGroup, ScimGroupList } from '@training/shared/scim/scim';
import { type ReactNode, useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { roleNameOf } from '../../lib/roles.ts';
import { FormDialog, FormInDialog, formStateOfMutations } from '../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { SortableList } from '../../ui/sorting/sortable-list.tsx';
import { PlannedPeopleTable } from './planned-table.tsx';

const t = translatorOf('scim');

interface MapGroupsDialogProps {
  opened: boolean;
  connection: ScimConnection;
  list: ScimGroupList;
  departments: readonly Department[];
  onClose: () => void;
}

/** Chooses which groups give a role or department, and shows whom that would change (rules/scim 16). */
export function MapGroupsDialog({ opened, connection, onClose, ...rest }: MapGroupsDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('mapGroupsOf', { name: connection.name })} size="xl">
      <MapGroupsForm connection={connection} onClose={onClose} {...rest} />
    </FormDialog>
  );
}

export const isMapped = ({ role, department_id: department }: ScimGroup) => role !== null || department !== null;

function MapGroupsForm({ connection: { id }, list, departments, onClose }: Omit<MapGroupsDialogProps, 'opened'>) {
  const utils = trpc.useUtils();
  const map = trpc.scim.mapGroups.useMutation({
    onSuccess: () => {
      void utils.scim.invalidate();
      notify(t('wasMapped'));
      onClose();
    },
  });
  const [rows, setRows] = useState(() => list.groups.filter(isMapped));
  const input: MapScimGroups = {
    id,
    groups: rows.map(({ id: group, role, department_id }) => ({ id: group, role, department_id })),
  };
  const [asked] = useDebouncedValue(input, 300, { leading: true });
  const plan = trpc.scim.planMapping.useQuery(asked, { placeholderData: keepPreviousData, staleTime: 0 });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const set = (group: string, changes: Partial<ScimGroup>) =>
    setRows(rows.map((row) => (row.id === group ? { ...row, ...changes } : row)));
  const move = (group: string, to: number) => {
    const others = rows.filter((row) => row.id !== group);
    setRows(others.toSpliced(to, 0, byId.get(group)!));
  };
  return (
    <FormInDialog
      onSubmit={() => map.mutate(input)}
      onClose={onClose}
      storedInput={null}
      failure={t('failedToMap')}
      {...formStateOfMutations(map)}
      submitLabel={t('save')}
    >
      <Text size="sm">{t('mappingMeans')}</Text>
      <SortableList
        label={t('groups')}
        ids={rows.map((row) => row.id)}
        nameOf={(group) => byId.get(group)?.name ?? ''}
        onMove={move}
      >
        {(group, _index, handle) => {
          const row = byId.get(group);
          return (
            row && (
              <Row
                group={row}
                handle={handle}
                departments={departments}
                mayGiveSuperAdmin={list.may_give_super_admin}
                onChange={(changes) => set(group, changes)}
                onRemove={() => setRows(rows.filter((each) => each.id !== group))}
              />
            )
          );
        }}
      </SortableList>
      <NativeSelect
        label={t('addGroup')}
        data={[
          { value: '', label: t('chooseGroup') },
          ...list.groups.filter((each) => !byId.has(each.id)).map(({ id: value, name }) => ({ value, label: name })),
        ]}
        value=""
        onChange={({ currentTarget }) => {
          const added = list.groups.find((each) => each.id === currentTarget.value);
          if (added) setRows([...rows, added]);
        }}
      />
      <Stack gap="xs" aria-live="polite">
        <Title order={3} size="h5">
          {t('mappingPlan')}
        </Title>
        <PageState query={plan} what={t('mappingPlan')}>
          {({ people, total }) => (
            <>
              <Text size="sm">{t('wouldChange', { count: total })}</Text>
              {people.length > 0 && (
                <PlannedPeopleTable label={t('mappingPlan')} people={people} isPartial={total > people.length} />
              )}
            </>
          )}
        </PageState>
      </Stack>
    </FormInDialog>
  );
}

interface RowProps {
  group: ScimGroup;
  handle: ReactNode;
  departments: readonly Department[];
  mayGiveSuperAdmin: boolean;
  onChange: (changes: Partial<ScimGroup>) => void;
  onRemove: () => void;
}

function Row({ group, handle, departments, mayGiveSuperAdmin, onChange, onRemove }: RowProps) {
  const { name, members, role, department_id: departmentId } = group;
  const roles = Role.options.filter((each) => each !== 'super_admin' || mayGiveSuperAdmin || role === each);
  const stays = { value: '', label: t('stays') };
  return (
    <Group gap="xs" align="end">
      <Group gap="xs" wrap="nowrap" flex="1 1 14rem" miw={0}>
        {handle}
        <Text component="div" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
          <Text size="sm" c="dimmed" fw={400}>
            {t('members', { count: members })}
          </Text>
        </Text>
      </Group>
      <NativeSelect
        flex="1 1 9rem"
        label={t('role')}
        aria-label={t('roleOf', { name })}
        data={[stays, ...roles.map((value) => ({ value, label: roleNameOf(value) }))]}
        value={role ?? ''}
        onChange={({ currentTarget }) => onChange({ role: Role.safeParse(currentTarget.value).data ?? null })}
      />
      <NativeSelect
        flex="1 1 9rem"
        label={t('department')}
        aria-label={t('departmentOf', { name })}
        data={[stays, ...departments.map(({ id, name: label }) => ({ value: id, label }))]}
        value={departmentId ?? ''}
        onChange={({ currentTarget }) => onChange({ department_id: currentTarget.value || null })}
      />
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('removeGroup', { name })} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
