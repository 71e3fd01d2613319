import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type CoursePage, CreateCourse } from '@training/shared/courses';
import { useState } from 'react';
import { z } from 'zod';
import { trpc } from '../../lib/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { CourseChoice, NEW_COURSE } from './course-choice.tsx';
import { EmojiField } from './emoji-field.tsx';

/** What a form has in which a course is chosen, or a new one begun. */
export const CHOSEN_COURSE = {
  /** An id, or `NEW_COURSE`. */
  course: z.string(),
  // For a new course; does not matter for one that exists.
  course_title: z.string(),
  emoji: z.string(),
};
const ChosenCourse = z.object(CHOSEN_COURSE);
type ChosenCourse = z.infer<typeof ChosenCourse>;

/** The course that is listed first, the oldest; a new one where there is none yet. */
export const firstCourse = ({ courses }: CoursePage): ChosenCourse => ({
  course: courses[0]?.id ?? NEW_COURSE,
  course_title: '',
  emoji: '📚',
});

/** What a new course lacks. */
export function checkChosenCourse({ course, course_title, emoji }: ChosenCourse, ctx: z.RefinementCtx): void {
  if (course !== NEW_COURSE) return;
  const made = CreateCourse.safeParse({ title: course_title, emoji });
  for (const { path, message } of made.error?.issues ?? []) {
    ctx.addIssue({ code: 'custom', path: [path[0] === 'title' ? 'course_title' : 'emoji'], message });
  }
}

/** The id of the course that was chosen, which is made first where it is new. */
export function useChosenCourse() {
  const { client } = trpc.useUtils();
  // Should what comes after it be refused, the course is not to be made again.
  const [made, setMade] = useState<string | null>(null);
  const idOf = async ({ course, course_title, emoji }: ChosenCourse) => {
    if (course !== NEW_COURSE) return course;
    if (made !== null) return made;
    const { id } = await client.courses.create.mutate({ title: course_title, emoji });
    setMade(id);
    return id;
  };
  return { idOf, isMade: made !== null };
}

interface CourseFieldsProps {
  /** The first page of the courses of the trainer's department. */
  courses: CoursePage;
  /** That of `useContractForm`. */
  form: {
    values: ChosenCourse;
    errors: Record<string, React.ReactNode>;
    getInputProps: (field: 'course_title') => object;
    setFieldValue: (field: 'course' | 'emoji', value: string) => void;
  };
  /** What else changes with the course. */
  onCourse?: () => void;
  /** A new one has been made already. */
  isMade: boolean;
}

export function CourseFields({ courses, form, onCourse, isMade }: CourseFieldsProps) {
  const { course, emoji } = form.values;
  const choose = (chosen: string) => {
    form.setFieldValue('course', chosen);
    onCourse?.();
  };
  return (
    <>
      <CourseChoice first={courses} value={course} onChange={choose} disabled={isMade} />
      {course === NEW_COURSE && !isMade && (
        <>
          <TextInput label="Title of the course" autoComplete="off" {...form.getInputProps('course_title')} />
          <EmojiField
            value={emoji}
            error={form.errors['emoji']}
            onChange={(chosen) => form.setFieldValue('emoji', chosen)}
          />
        </>
      )}
    </>
  );
}

/** Goes to the module that a form has made or added to. */
export function useToModule() {
  const { workspace } = useWorkspace();
  const navigate = useNavigate();
  return ({ course_id, module_id }: { course_id: string; module_id: string }) =>
    navigate({
      to: '/$workspace/courses/$course/$module',
      params: { workspace: workspace.slug, course: course_id, module: module_id },
    });
}
