import { Text, Title } from '@mantine/core';
import { type AiUsage, MODULES_SHOWN } from '@training/shared/ai-usage/ai-usage';
import { dollarsFor, inFull } from '../../lib/numbers.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { TextLink } from '../../ui/text-link.tsx';

type Row = AiUsage['by_module'][number];

/** The cost of generation, grading and transcription per module, the most expensive first. */
export function UsageModules({ rows }: { rows: Row[] }) {
  const { workspace } = useWorkspace();
  if (rows.length === 0) return null;
  const inDollars = dollarsFor(rows.flatMap(({ own_usd, pooled_usd }) => [own_usd, pooled_usd]));
  const columns: Column<Row>[] = [
    {
      key: 'module',
      header: 'Module',
      cell: ({ module_id, course_id, title, course }) => (
        <>
          <TextLink
            to="/$workspace/courses/$course/$module"
            params={{ workspace: workspace.slug, course: course_id, module: module_id }}
          >
            <bdi>{title}</bdi>
          </TextLink>
          <Text size="xs" fw={400} c="dimmed">
            <bdi>{course}</bdi>
          </Text>
        </>
      ),
    },
    { key: 'calls', header: 'Calls', align: 'end', cell: ({ calls }) => inFull(calls) },
    { key: 'own', header: 'On own keys', align: 'end', cell: ({ own_usd }) => inDollars(own_usd) },
    { key: 'pooled', header: 'On pooled keys', align: 'end', cell: ({ pooled_usd }) => inDollars(pooled_usd) },
  ];
  return (
    <section aria-labelledby="usage-by-module">
      <Title order={4} id="usage-by-module">
        By module
      </Title>
      <Text c="dimmed" mb="xs">
        What was made for a module or added to it, and the spoken answers to it. Anything else isn’t in this list.
        {rows.length === MODULES_SHOWN && ` These are the ${MODULES_SHOWN} most expensive ones.`}
      </Text>
      <DataTable label="AI usage by module" columns={columns} rows={rows} rowKey={({ module_id }) => module_id} />
    </section>
  );
}
