import { NativeSelect, Stack, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { CoursePage, CourseSummary } from '@training/shared/courses/courses';
import { useEffect, useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { SearchField } from '../../ui/lists/filter-bar.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('courses');

/** The number of courses offered without a search. */
export const COURSES_LISTED_WITHOUT_SEARCH = 20;

/** The value that stands for a new course. */
export const NEW_COURSE_VALUE = 'new';

interface CourseChoiceProps {
  /** The first courses of the trainer's department, and the total number. */
  first: CoursePage;
  /** A course's id, or `NEW_COURSE_VALUE`. */
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
}

/** Selects a course of the trainer's department, or a new one. */
export function CourseChoice({ first, value, onChange, disabled }: CourseChoiceProps) {
  const { user } = useWorkspaceSession();
  const [search, setSearch] = useState<string>();
  // Keeps a selected search result in the list after the search is cleared.
  const [kept, setKept] = useState<CourseSummary>();
  const matching = trpc.courses.list.useQuery(
    { search, limit: COURSES_LISTED_WITHOUT_SEARCH },
    { enabled: search !== undefined, placeholderData: keepPreviousData },
  );
  const { courses, total } = (search === undefined ? undefined : matching.data) ?? first;
  const isKept = kept?.id === value && !courses.some(({ id }) => id === value);
  const offered = isKept ? [kept, ...courses] : courses;
  const found = search === undefined || matching.isPlaceholderData ? undefined : matching.data;
  useEffect(() => {
    // A search replaces the previous selection with the best match.
    const [best] = found?.courses ?? [];
    if (best !== undefined && value !== NEW_COURSE_VALUE && !found?.courses.some(({ id }) => id === value))
      onChange(best.id);
  }, [found, value, onChange]);
  const searchFor = (next: string | undefined) => {
    setKept(offered.find(({ id }) => id === value));
    setSearch(next);
  };
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('course')}
        description={user.department === null ? undefined : t('courseOf', { department: user.department })}
        disabled={disabled}
        data={[
          ...offered.map(({ id, title, emoji }) => ({ value: id, label: `${emoji} ${title}` })),
          { value: NEW_COURSE_VALUE, label: t('aNewCourse') },
        ]}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {first.total > COURSES_LISTED_WITHOUT_SEARCH && !disabled && (
        <>
          <Text component="output" size="xs" c="dimmed">
            {hintText(search, courses.length, total)}
          </Text>
          <div>
            <SearchField label={t('searchAllCourses')} value={search} onSearch={searchFor} />
          </div>
        </>
      )}
    </Stack>
  );
}

function hintText(search: string | undefined, offered: number, total: number): string {
  if (search !== undefined && total === 0) return t('noneHasInTitle', { search });
  if (total > offered) return t('someShown', { offered, total });
  return t('match', { total });
}
