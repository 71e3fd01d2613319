import { Anchor, Group, Text } from '@mantine/core';
import type { ModuleAnalytics } from '@training/shared/analytics/analytics';
import { percent } from '../../lib/in-words.ts';
import { inFull } from '../../lib/numbers.ts';
import { SLOW, trpc } from '../../lib/api/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { AnalyticsScope } from './analytics-search.ts';

/** The maximum number of rows shown. The download has all. */
const SHOWN = 50;

interface ByModuleProps {
  scope: AnalyticsScope;
  from: string | undefined;
  to: string | undefined;
}

/** Modules with assignments, those with the lowest completion first. */
export function ByModule({ scope, from, to }: ByModuleProps) {
  const analytics = trpc.analytics.read.useQuery({ ...scope, from, to, include: ['modules'] }, SLOW);
  return (
    <Section
      title="By module"
      description="Lowest completion first. The dates limit what was completed. A module’s name leads to its questions and cards."
    >
      <PageState query={analytics} what="the modules">
        {({ modules = [] }) => {
          const assigned = modules
            .filter((module) => module.assigned > 0)
            .toSorted((one, other) => (one.completion_rate ?? 0) - (other.completion_rate ?? 0));
          return (
            <>
              <DataTable
                label="modules"
                columns={COLUMNS}
                rows={assigned.slice(0, SHOWN)}
                rowKey={({ module_id }) => module_id}
              />
              <Group justify="space-between" mt="xs">
                <Text size="sm" c="dimmed">
                  {assigned.length > SHOWN
                    ? `${SHOWN} of ${inFull(assigned.length)} modules.`
                    : `${inFull(assigned.length)} ${assigned.length === 1 ? 'module' : 'modules'}.`}
                </Text>
                <Tables scope={scope} from={from} to={to} />
              </Group>
            </>
          );
        }}
      </PageState>
    </Section>
  );
}

const COLUMNS: Column<ModuleAnalytics>[] = [
  {
    key: 'module',
    header: 'Module',
    cell: ({ module_id, course_id, title }) => (
      <TextLink
        from="/$workspace/analytics"
        to="."
        search={(before) => ({ ...before, page: undefined, course: course_id, module: module_id })}
      >
        {title}
      </TextLink>
    ),
  },
  { key: 'assigned', header: 'Assigned', align: 'end', cell: ({ assigned }) => inFull(assigned) },
  { key: 'completed', header: 'Completed', align: 'end', cell: ({ completed }) => inFull(completed) },
  { key: 'overdue', header: 'Overdue', align: 'end', cell: ({ overdue }) => inFull(overdue) },
  { key: 'completion', header: 'Completion', align: 'end', cell: ({ completion_rate }) => rate(completion_rate) },
  { key: 'passed', header: 'Passed', align: 'end', cell: ({ pass_rate }) => rate(pass_rate) },
  { key: 'score', header: 'Score', align: 'end', cell: ({ average_score }) => rate(average_score) },
  {
    key: 'days',
    header: 'Median days',
    align: 'end',
    cell: ({ median_days_to_complete }) => median_days_to_complete ?? '–',
  },
];

const rate = (share: number | null) => (share === null ? '–' : percent(share));

/** Downloads of all filtered data, as tables for a spreadsheet. */
function Tables({ scope, from, to }: ByModuleProps) {
  const { workspace } = useWorkspace();
  const query = new URLSearchParams(
    Object.entries({ ...scope, from, to }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const address = (table: string) => `/api/workspaces/${workspace.slug}/analytics/${table}?${query}`;
  return (
    <Group gap="md">
      <Anchor href={address('modules')} download size="sm">
        Modules as CSV
      </Anchor>
      <Anchor href={address('learners')} download size="sm">
        Learners as CSV
      </Anchor>
    </Group>
  );
}
