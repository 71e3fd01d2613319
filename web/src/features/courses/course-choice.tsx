import { NativeSelect, Stack, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { CoursePage, CourseSummary } from '@training/shared/courses';
import { useEffect, useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { SearchField } from '../../ui/lists/filter-bar.tsx';

/** As many courses are offered at once; the others are searched for. */
export const OFFERED = 20;

/** What the choice of a course is when it is none of those that are there. */
export const NEW_COURSE = 'new';

interface CourseChoiceProps {
  /** The first courses of the trainer's department, and how many it has. */
  first: CoursePage;
  /** A course's id, or `NEW_COURSE`. */
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
}

/** A course of the trainer's department, or a new one. */
export function CourseChoice({ first, value, onChange, disabled }: CourseChoiceProps) {
  const { user } = useWorkspace();
  const [search, setSearch] = useState<string>();
  // What was found and chosen stays there when the search is taken back.
  const [kept, setKept] = useState<CourseSummary>();
  const matching = trpc.courses.list.useQuery(
    { search, limit: OFFERED },
    { enabled: search !== undefined, placeholderData: keepPreviousData },
  );
  const { courses, total } = (search === undefined ? undefined : matching.data) ?? first;
  const isKept = kept?.id === value && !courses.some(({ id }) => id === value);
  const offered = isKept ? [kept, ...courses] : courses;
  const found = search === undefined || matching.isPlaceholderData ? undefined : matching.data;
  useEffect(() => {
    // Whoever searches wants what is found, not what was chosen before.
    const [best] = found?.courses ?? [];
    if (best !== undefined && value !== NEW_COURSE && !found?.courses.some(({ id }) => id === value)) onChange(best.id);
  }, [found, value, onChange]);
  const searchFor = (next: string | undefined) => {
    setKept(offered.find(({ id }) => id === value));
    setSearch(next);
  };
  return (
    <Stack gap="xs">
      <NativeSelect
        label="Course"
        description={user.department === null ? undefined : `A course of ${user.department}.`}
        disabled={disabled}
        data={[
          ...offered.map(({ id, title, emoji }) => ({ value: id, label: `${emoji} ${title}` })),
          { value: NEW_COURSE, label: 'A new course' },
        ]}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {first.total > OFFERED && !disabled && (
        <>
          <Text component="output" size="xs" c="dimmed">
            {hintText(search, courses.length, total)}
          </Text>
          <div>
            <SearchField label="Search all courses" value={search} onSearch={searchFor} />
          </div>
        </>
      )}
    </Stack>
  );
}

function hintText(search: string | undefined, offered: number, total: number): string {
  if (search !== undefined && total === 0) return `No course has “${search}” in its title.`;
  if (total > offered) return `${offered} of ${total.toLocaleString()} courses shown. Search for the others.`;
  return total === 1 ? '1 course matches.' : `${total} courses match.`;
}
