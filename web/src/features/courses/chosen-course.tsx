import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type CoursePage, CreateCourse } from '@training/shared/courses/courses';
import { useState } from 'react';
import { z } from 'zod';
import { trpc } from '../../lib/api/trpc.ts';
import { CourseChoice, NEW_COURSE_VALUE } from './course-choice.tsx';
import { EmojiField } from './emoji-field.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('courses');

/** Form fields to select a course or create a new one. */
export const COURSE_CHOICE_SCHEMA_FIELDS = {
  /** An id, or `NEW_COURSE_VALUE`. */
  course: z.string(),
  // Used only for a new course.
  course_title: z.string(),
  emoji: z.string(),
};
const ChosenCourse = z.object(COURSE_CHOICE_SCHEMA_FIELDS);
type ChosenCourse = z.infer<typeof ChosenCourse>;

/** Returns the first listed course, which is the oldest, or a new one if there is none. */
export const defaultCourseChoiceOf = ({ courses }: CoursePage): ChosenCourse => ({
  course: courses[0]?.id ?? NEW_COURSE_VALUE,
  course_title: '',
  emoji: '📚',
});

/** Adds validation errors for a new course. */
export function addNewCourseIssues({ course, course_title, emoji }: ChosenCourse, ctx: z.RefinementCtx): void {
  if (course !== NEW_COURSE_VALUE) return;
  const made = CreateCourse.safeParse({ title: course_title, emoji });
  for (const { path, message } of made.error?.issues ?? []) {
    ctx.addIssue({ code: 'custom', path: [path[0] === 'title' ? 'course_title' : 'emoji'], message });
  }
}

/** Returns the id of the selected course, after creating it if it is new. */
export function useCreateChosenCourse() {
  const { client } = trpc.useUtils();
  // Remember the created course: a retry after a later error must not create it again.
  const [made, setMade] = useState<string | null>(null);
  const idOf = async ({ course, course_title, emoji }: ChosenCourse) => {
    if (course !== NEW_COURSE_VALUE) return course;
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
  /** The form of `useContractForm`. */
  form: {
    values: ChosenCourse;
    errors: Record<string, React.ReactNode>;
    getInputProps: (field: 'course_title') => object;
    setFieldValue: (field: 'course' | 'emoji', value: string) => void;
  };
  /** Called when the course changes. */
  onCourse?: () => void;
  /** True if the new course has been created already. */
  isMade: boolean;
}

export function CourseChoiceFields({ courses, form, onCourse, isMade }: CourseFieldsProps) {
  const { course, emoji } = form.values;
  const choose = (chosen: string) => {
    form.setFieldValue('course', chosen);
    onCourse?.();
  };
  return (
    <>
      <CourseChoice first={courses} value={course} onChange={choose} disabled={isMade} />
      {course === NEW_COURSE_VALUE && !isMade && (
        <>
          <TextInput label={t('titleCourse')} autoComplete="off" {...form.getInputProps('course_title')} />
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

/** Returns a function that opens the module which a form has created or extended. */
export function useNavigateToModule() {
  const navigate = useNavigate({ from: '/$workspace' });
  return ({ course_id, module_id }: { course_id: string; module_id: string }) =>
    navigate({
      to: '/$workspace/courses/$course/$module',
      params: { course: course_id, module: module_id },
    });
}
