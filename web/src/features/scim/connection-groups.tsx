import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ScimConnection, ScimGroup } from '@training/shared/scim/scim';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { roleNameOf } from '../../lib/roles.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { isMapped, MapGroupsDialog } from './map-groups-dialog.tsx';

const t = translatorOf('scim');

const columns = (departments: ReadonlyMap<string, string>): Column<ScimGroup>[] => [
  { key: 'group', header: t('group'), cell: ({ name }) => name },
  { key: 'members', header: t('membersOfGroup'), align: 'end', cell: ({ members }) => members },
  { key: 'role', header: t('role'), cell: ({ role }) => role && roleNameOf(role) },
  {
    key: 'department',
    header: t('department'),
    cell: ({ department_id: id }) => id && departments.get(id),
  },
];

/** The groups of a connection that give a role or department, the deciding one first. */
export function ConnectionGroups({ connection }: { connection: ScimConnection }) {
  const [isAsked, setAsked] = useState(false);
  const groups = trpc.scim.groups.useQuery({ id: connection.id });
  const departments = trpc.departments.list.useQuery();
  const names = new Map((departments.data ?? []).map(({ id, name }) => [id, name]));
  return (
    <PageState query={groups} what={t('groups')}>
      {(list) => {
        const mapped = list.groups.filter(isMapped);
        return (
          list.groups.length > 0 && (
            <Stack gap="xs">
              <Group justify="space-between">
                <Title order={3} size="h5">
                  {t('groups')}
                </Title>
                {connection.has_token && (
                  <Button variant="default" size="compact-sm" onClick={() => setAsked(true)}>
                    {t('mapGroups')}
                  </Button>
                )}
              </Group>
              <Text size="sm" c="dimmed">
                {t('groupsProvisioned', { count: list.groups.length })} {mapped.length === 0 && t('noneMapped')}
              </Text>
              {mapped.length > 0 && (
                <DataTable
                  label={t('tableOf', { what: t('groups'), name: connection.name })}
                  columns={columns(names)}
                  rows={mapped}
                  rowKey={({ id }) => id}
                />
              )}
              <MapGroupsDialog
                opened={isAsked}
                connection={connection}
                list={list}
                departments={departments.data ?? []}
                onClose={() => setAsked(false)}
              />
            </Stack>
          )
        );
      }}
    </PageState>
  );
}
