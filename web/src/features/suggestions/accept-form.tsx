import { Checkbox, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type CoursePage, CreateCourse } from '@training/shared/courses';
import { AcceptSuggestion, type SuggestionSummary } from '@training/shared/suggestions';
import { useState } from 'react';
import { z } from 'zod';
import { trpc } from '../../lib/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { useContractForm } from '../../ui/contract-form.ts';
import { FormInDialog } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { whyUnavailable } from '../ai/features/availability.tsx';
import { addGeneration } from '../modules/generation/generations.ts';
import { EmojiField } from '../courses/emoji-field.tsx';
import { CourseChoice, NEW_COURSE } from './course-choice.tsx';

const Values = z
  .object({
    course: z.string(),
    title: AcceptSuggestion.shape.title.unwrap(),
    generate: z.boolean(),
    // For a new course; does not matter for one that exists.
    course_title: z.string(),
    emoji: z.string(),
  })
  .superRefine(({ course, course_title, emoji }, ctx) => {
    if (course !== NEW_COURSE) return;
    const made = CreateCourse.safeParse({ title: course_title, emoji });
    for (const { path, message } of made.error?.issues ?? []) {
      ctx.addIssue({ code: 'custom', path: [path[0] === 'title' ? 'course_title' : 'emoji'], message });
    }
  });
type Values = z.output<typeof Values>;

interface AcceptFormProps {
  suggestion: SuggestionSummary;
  /** The first page of the courses of the trainer's department. */
  courses: CoursePage;
  mayGenerate: boolean;
  onClose: () => void;
}

/** Makes a draft of a suggestion in a course, old or new, and goes there (rules/suggestions 8). */
export function AcceptForm({ suggestion, courses, mayGenerate, onClose }: AcceptFormProps) {
  const utils = trpc.useUtils();
  const { workspace } = useWorkspace();
  const navigate = useNavigate();
  // Should the suggestion be refused, the course is not to be made again.
  const [made, setMade] = useState<string | null>(null);
  const { form, problem, onSubmit } = useContractForm(Values, {
    course: courses.courses[0]?.id ?? NEW_COURSE,
    title: Array.from(suggestion.title).slice(0, 200).join(''),
    generate: mayGenerate,
    course_title: '',
    emoji: '📚',
  });
  const courseOf = async ({ course, course_title, emoji }: Values) => {
    if (course !== NEW_COURSE) return course;
    if (made !== null) return made;
    const { id } = await utils.client.courses.create.mutate({ title: course_title, emoji });
    setMade(id);
    return id;
  };
  const send = async (values: Values) => {
    const course_id = await courseOf(values);
    const { title, generate } = values;
    const accepted = await utils.client.suggestions.accept.mutate({ id: suggestion.id, course_id, title, generate });
    for (const jobId of accepted.jobs) addGeneration({ moduleId: accepted.module_id, jobId, next: null });
    notify(`“${title}” is a draft now. It goes through review like any other.`);
    void utils.suggestions.invalidate();
    void utils.courses.invalidate();
    await navigate({
      to: '/$workspace/courses/$course/$module',
      params: { workspace: workspace.slug, course: accepted.course_id, module: accepted.module_id },
    });
  };
  return (
    <FormInDialog
      onSubmit={onSubmit(send)}
      onClose={onClose}
      failure="no module was made of it"
      problem={problem}
      submitLabel="Accept"
      isSubmitting={form.submitting}
    >
      <TextInput label="Title of the module" autoComplete="off" data-autofocus {...form.getInputProps('title')} />
      <CourseChoice
        first={courses}
        value={form.values.course}
        onChange={(course) => form.setFieldValue('course', course)}
        disabled={made !== null}
      />
      {form.values.course === NEW_COURSE && made === null && (
        <>
          <TextInput label="Title of the course" autoComplete="off" {...form.getInputProps('course_title')} />
          <EmojiField
            value={form.values.emoji}
            error={form.errors['emoji']}
            onChange={(emoji) => form.setFieldValue('emoji', emoji)}
          />
        </>
      )}
      <Checkbox
        label="Generate flashcards and a quiz from it"
        description={mayGenerate ? 'Each keeps the passage that it comes from.' : whyUnavailable('card_generation')}
        disabled={!mayGenerate}
        {...form.getInputProps('generate', { type: 'checkbox' })}
      />
      <Text c="dimmed">It becomes a draft. Nothing of it reaches learners before reviewers have approved it.</Text>
    </FormInDialog>
  );
}
