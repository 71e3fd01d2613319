import { Anchor, Badge, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { DriveFileRow } from '@training/shared/drives/drive-cards';
import { useMay, useWorkspace } from '../../../lib/workspace.ts';
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Time } from '../../../ui/time.tsx';
import { TwoLines } from '../../../ui/lists/two-lines.tsx';
import { FILE_STATES, FOUND_BY } from '../drive-words.ts';

const COLUMNS: Column<DriveFileRow>[] = [
  { key: 'name', header: 'Document', cell: (file) => <Name file={file} /> },
  { key: 'state', header: 'State', cell: (file) => <State file={file} /> },
  {
    key: 'folder',
    header: 'Folder',
    cell: ({ folder, department }) => folder && <TwoLines below={department}>{folder}</TwoLines>,
  },
  { key: 'found', header: 'Last change found', cell: (file) => <Found file={file} /> },
];

const SETTLED = new Set(['out_of_scope', 'trashed', 'gone']);

export function FileTable({ files }: { files: DriveFileRow[] }) {
  return (
    <DataTable
      label="documents"
      columns={COLUMNS}
      rows={files}
      rowKey={({ id }) => id}
      isMuted={({ state }) => SETTLED.has(state)}
    />
  );
}

function Name({ file: { name, url } }: { file: DriveFileRow }) {
  if (url === null) return <bdi>{name}</bdi>;
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" inherit aria-label={`${name}, opens a new tab`}>
      <bdi>{name}</bdi> <IconExternalLink size={14} aria-hidden />
    </Anchor>
  );
}

function State({ file: { state, state_at, advice, suggestion_id } }: { file: DriveFileRow }) {
  const { workspace } = useWorkspace();
  const maySee = useMay('suggestions:read') !== undefined;
  const { label, color } = FILE_STATES[state];
  return (
    <Stack gap={2} align="flex-start">
      <Badge variant="dot" color={color}>
        {label}
      </Badge>
      <Text size="xs" c="dimmed">
        <Time at={state_at} />
        {advice !== null && `. ${advice}`}
      </Text>
      {suggestion_id !== null && maySee && (
        <TextLink
          size="xs"
          to="/$workspace/recommended/$suggestion"
          params={{ workspace: workspace.slug, suggestion: suggestion_id }}
        >
          View suggestion
        </TextLink>
      )}
    </Stack>
  );
}

function Found({ file: { found_by, found_at } }: { file: DriveFileRow }) {
  if (found_by === null || found_at === null) return null;
  return (
    <TwoLines below={FOUND_BY[found_by]}>
      <Time at={found_at} />
    </TwoLines>
  );
}
