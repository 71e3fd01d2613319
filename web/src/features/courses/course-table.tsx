import { Badge, Group, Text } from '@mantine/core';
import type { CourseSummary } from '@training/shared/courses/courses';
import { useWorkspace } from '../../lib/workspace.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import type { Sort } from '../../ui/lists/sort-control.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Time } from '../../ui/time.tsx';

const COLUMNS: Column<CourseSummary>[] = [
  // The keys of sortable columns are those of `CourseOrder`.
  { key: 'title', header: 'Course', isSortable: true, cell: (course) => <Title course={course} /> },
  {
    key: 'department',
    header: 'Department',
    isSortable: true,
    cell: ({ department }) =>
      department ?? (
        <Text size="sm" c="dimmed">
          None
        </Text>
      ),
  },
  { key: 'modules', header: 'Modules', nowrap: true, cell: (course) => <Modules course={course} /> },
  {
    key: 'published',
    header: 'Published',
    nowrap: true,
    isSortable: true,
    cell: (course) => <Published course={course} />,
  },
  {
    key: 'created',
    header: 'Created',
    nowrap: true,
    isSortable: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
];

export function CourseTable({ courses, sort }: { courses: CourseSummary[]; sort: Sort }) {
  return <DataTable label="Courses" columns={COLUMNS} rows={courses} rowKey={({ id }) => id} sort={sort} />;
}

function Title({ course: { id, title, emoji } }: { course: CourseSummary }) {
  const { workspace } = useWorkspace();
  return (
    <Group gap="xs" wrap="nowrap" align="baseline">
      <span aria-hidden="true">{emoji}</span>
      <TextLink to="/$workspace/courses/$course" params={{ workspace: workspace.slug, course: id }}>
        {title}
      </TextLink>
    </Group>
  );
}

function Modules({ course: { modules, published_modules, changes_requested } }: { course: CourseSummary }) {
  return (
    <Group gap="xs" component="span">
      <span>
        {published_modules} of {modules} published
      </span>
      {changes_requested > 0 && (
        <Badge component="span" variant="dot" color="orange">
          {changes_requested} with changes requested
        </Badge>
      )}
    </Group>
  );
}

export function Published({
  course: { published, published_at },
}: {
  course: Pick<CourseSummary, 'published' | 'published_at'>;
}) {
  if (!published) {
    return (
      <Badge variant="dot" color="gray.6">
        Not published
      </Badge>
    );
  }
  return published_at === null ? <span>Published</span> : <Time at={published_at} />;
}
