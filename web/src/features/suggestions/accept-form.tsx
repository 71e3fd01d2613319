import { Checkbox, Text, TextInput } from '@mantine/core';
import type { CoursePage } from '@training/shared/courses/courses';
import { AcceptSuggestion, type SuggestionSummary } from '@training/shared/suggestions/suggestions';
import { z } from 'zod';
import { trpc } from '../../lib/api/trpc.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { whyUnavailable } from '../ai/features/availability.tsx';
import { addGeneration } from '../modules/generation/generations.ts';
import {
  CHOSEN_COURSE,
  CourseFields,
  checkChosenCourse,
  firstCourse,
  useChosenCourse,
  useToModule,
} from '../courses/chosen-course.tsx';

const Values = z
  .object({ ...CHOSEN_COURSE, title: AcceptSuggestion.shape.title.unwrap(), generate: z.boolean() })
  .superRefine(checkChosenCourse);
type Values = z.output<typeof Values>;

interface AcceptFormProps {
  suggestion: SuggestionSummary;
  /** The first page of the courses of the trainer's department. */
  courses: CoursePage;
  mayGenerate: boolean;
  onClose: () => void;
}

/** Creates a draft from a suggestion, in an existing or new course, and opens it (rules/suggestions 8). */
export function AcceptForm({ suggestion, courses, mayGenerate, onClose }: AcceptFormProps) {
  const utils = trpc.useUtils();
  const toModule = useToModule();
  const { idOf, isMade } = useChosenCourse();
  const given: Values = {
    ...firstCourse(courses),
    title: Array.from(suggestion.title).slice(0, 200).join(''),
    generate: mayGenerate,
  };
  const at = ['accept suggestion', suggestion.id] as const;
  const { form, problem, onSubmit, words } = useContractForm(Values, given, at);
  const send = async (values: Values) => {
    const course_id = await idOf(values);
    const { title, generate } = values;
    const accepted = await utils.client.suggestions.accept.mutate({ id: suggestion.id, course_id, title, generate });
    for (const jobId of accepted.jobs) addGeneration({ moduleId: accepted.module_id, jobId, more: {} });
    notify(`“${title}” was created as a draft.`);
    void utils.suggestions.invalidate();
    void utils.courses.invalidate();
    await toModule(accepted);
  };
  return (
    <FormInDialog
      onSubmit={onSubmit(send)}
      onClose={onClose}
      words={words}
      failure="couldn’t create the module"
      problem={problem}
      submitLabel="Create module"
      isSubmitting={form.submitting}
    >
      <TextInput label="Title of the module" autoComplete="off" data-autofocus {...form.getInputProps('title')} />
      <CourseFields courses={courses} form={form} isMade={isMade} />
      <Checkbox
        label="Generate flashcards and a quiz from it"
        description={mayGenerate ? 'Each keeps its source passage.' : whyUnavailable('card_generation')}
        disabled={!mayGenerate}
        {...form.getInputProps('generate', { type: 'checkbox' })}
      />
      <Text c="dimmed">It becomes a draft. Learners see it once reviewers have approved it.</Text>
    </FormInDialog>
  );
}
