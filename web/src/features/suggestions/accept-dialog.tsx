import { type SuggestionSummary, AcceptSuggestion } from '@training/shared/suggestions/suggestions';
import { Checkbox, Text, TextInput } from '@mantine/core';
import type { CoursePage } from '@training/shared/courses/courses';
import { z } from 'zod';
import { trpc } from '../../lib/api/trpc.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { COURSES_LISTED_WITHOUT_SEARCH } from '../courses/course-choice.tsx';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { notify } from '../../ui/notify.ts';
import { whyFeatureUnavailable } from '../ai/features/if-feature-available.tsx';
import { addGeneration } from '../modules/generation/generations.ts';
import {
  COURSE_CHOICE_SCHEMA_FIELDS,
  CourseChoiceFields,
  addNewCourseIssues,
  defaultCourseChoiceOf,
  useCreateChosenCourse,
  useNavigateToModule,
} from '../courses/chosen-course.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('suggestions');

const Values = z
  .object({ ...COURSE_CHOICE_SCHEMA_FIELDS, title: AcceptSuggestion.shape.title.unwrap(), generate: z.boolean() })
  .superRefine(addNewCourseIssues);
type Values = z.output<typeof Values>;

interface AcceptFormProps {
  suggestion: SuggestionSummary;
  /** The first page of the courses of the trainer's department. */
  courses: CoursePage;
  mayGenerate: boolean;
  onClose: () => void;
}

/** Creates a draft from a suggestion, in an existing or new course, and opens it (rules/suggestions 8). */
function AcceptForm({ suggestion, courses, mayGenerate, onClose }: AcceptFormProps) {
  const utils = trpc.useUtils();
  const toModule = useNavigateToModule();
  const { idOf, isMade } = useCreateChosenCourse();
  const given: Values = {
    ...defaultCourseChoiceOf(courses),
    title: Array.from(suggestion.title).slice(0, 200).join(''),
    generate: mayGenerate,
  };
  const unavailable = whyFeatureUnavailable('card_generation');
  const { form, inDialog } = useContractForm(Values, given, ['accept suggestion', suggestion.id]);
  const send = async (values: Values) => {
    const course_id = await idOf(values);
    const { title, generate } = values;
    const accepted = await utils.client.suggestions.accept.mutate({ id: suggestion.id, course_id, title, generate });
    for (const jobId of accepted.jobs) addGeneration({ moduleId: accepted.module_id, jobId, more: {} });
    notify(t('wasCreatedAsDraft', { title }));
    void utils.suggestions.invalidate();
    void utils.courses.invalidate();
    await toModule(accepted);
  };
  return (
    <FormInDialog
      {...inDialog(send)}
      onClose={onClose}
      failure={t('failedToCreateModule')}
      submitLabel={t('createModule')}
    >
      <TextInput label={t('titleModule')} autoComplete="off" data-autofocus {...form.getInputProps('title')} />
      <CourseChoiceFields courses={courses} form={form} isMade={isMade} />
      <Checkbox
        label={t('generateFlashcardsQuiz')}
        description={mayGenerate ? t('eachKeepsSourcePassage') : unavailable}
        disabled={!mayGenerate}
        {...form.getInputProps('generate', { type: 'checkbox' })}
      />
      <Text c="dimmed">{t('becomesDraftLearnersSee')}</Text>
    </FormInDialog>
  );
}

/** The dialog is closed while `suggestion` is null. */
export function AcceptSuggestionDialog({
  suggestion,
  onClose,
}: {
  suggestion: SuggestionSummary | null;
  onClose: () => void;
}) {
  return (
    <FormDialog opened={suggestion !== null} onClose={onClose} title={t('createModuleFrom')} size="md">
      {suggestion && <WithCourses suggestion={suggestion} onClose={onClose} />}
    </FormDialog>
  );
}

function WithCourses({ suggestion, onClose }: { suggestion: SuggestionSummary; onClose: () => void }) {
  const courses = trpc.courses.list.useQuery({ limit: COURSES_LISTED_WITHOUT_SEARCH });
  const availability = trpc.ai.availability.useQuery();
  return (
    <PageState query={courses} what={t('listCourses')}>
      {(found) => (
        <PageState query={availability} what={t('whatGenerated')}>
          {({ generation }) => (
            <AcceptForm suggestion={suggestion} courses={found} mayGenerate={generation} onClose={onClose} />
          )}
        </PageState>
      )}
    </PageState>
  );
}
