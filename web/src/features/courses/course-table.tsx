import { Badge, Group, Text } from '@mantine/core';
import type { CourseSummary } from '@training/shared/courses/courses';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import type { TableSort } from '../../ui/lists/sort-control.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('courses');

const columns = (): Column<CourseSummary>[] => [
  // The keys of sortable columns are those of `CourseOrder`.
  { key: 'title', header: t('course'), isSortable: true, cell: (course) => <Title course={course} /> },
  {
    key: 'department',
    header: t('department'),
    isSortable: true,
    cell: ({ department }) =>
      department ?? (
        <Text size="sm" c="dimmed">
          {t('none')}
        </Text>
      ),
  },
  { key: 'modules', header: t('modules'), nowrap: true, cell: (course) => <Modules course={course} /> },
  {
    key: 'published',
    header: t('status.published'),
    nowrap: true,
    isSortable: true,
    cell: (course) => <PublishedModuleCount course={course} />,
  },
  {
    key: 'created',
    header: t('created'),
    nowrap: true,
    isSortable: true,
    cell: ({ created_at }) => <TimeAgo at={created_at} />,
  },
];

export function CourseTable({ courses, sort }: { courses: CourseSummary[]; sort: TableSort }) {
  return <DataTable label={t('courses')} columns={columns()} rows={courses} rowKey={({ id }) => id} sort={sort} />;
}

function Title({ course: { id, title, emoji } }: { course: CourseSummary }) {
  return (
    <Group gap="xs" wrap="nowrap" align="baseline">
      <span aria-hidden="true">{emoji}</span>
      <TextLink to="/$workspace/courses/$course" params={{ course: id }}>
        {title}
      </TextLink>
    </Group>
  );
}

function Modules({ course: { modules, published_modules, changes_requested } }: { course: CourseSummary }) {
  return (
    <Group gap="xs" component="span">
      <span>{t('publishedOf', { published: published_modules, modules })}</span>
      {changes_requested > 0 && (
        <Badge component="span" variant="dot" color="orange">
          {t('withChangesRequested', { count: changes_requested })}
        </Badge>
      )}
    </Group>
  );
}

export function PublishedModuleCount({
  course: { published, published_at },
}: {
  course: Pick<CourseSummary, 'published' | 'published_at'>;
}) {
  if (!published) {
    return (
      <Badge variant="dot" color="gray.6">
        {t('notPublished')}
      </Badge>
    );
  }
  return published_at === null ? <span>{t('status.published')}</span> : <TimeAgo at={published_at} />;
}
