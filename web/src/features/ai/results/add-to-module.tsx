import { IconPlus } from '@tabler/icons-react';
import type { AiJob } from '@training/shared/ai/ai-jobs';
import { useState } from 'react';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { skipToken } from '@tanstack/react-query';
import type { CoursePage, ModuleSummary } from '@training/shared/courses/courses';
import { AddGeneratedItems } from '@training/shared/courses/sections';
import { z } from 'zod';
import { trpc } from '../../../lib/api/trpc.ts';
import { ExplainedButton } from '../../../ui/explained-button.tsx';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { COURSES_LISTED_WITHOUT_SEARCH, NEW_COURSE_VALUE } from '../../courses/course-choice.tsx';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { notify } from '../../../ui/notify.ts';
import {
  COURSE_CHOICE_SCHEMA_FIELDS,
  CourseChoiceFields,
  addNewCourseIssues,
  defaultCourseChoiceOf,
  useCreateChosenCourse,
  useNavigateToModule,
} from '../../courses/chosen-course.tsx';
import { jobNameOf } from '../features/feature-words.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

/** Adds the cards or questions of a job to a draft or a new module. Renders nothing if there are none. */
export function AddToModuleButton({ job }: { job: AiJob }) {
  const [opened, setOpened] = useState(false);
  const count = countOf(job);
  if (count === 0) return null;
  const close = () => setOpened(false);
  const isCards = job.feature === 'card_generation';
  // Ignores items that wait for a busy or unreachable provider, which may take half an hour.
  const isMaking = 'others' in job && job.others.some(({ state, retry_at }) => state === 'making' && retry_at === null);
  return (
    <>
      <ExplainedButton
        leftSection={<IconPlus size={16} aria-hidden />}
        why={isMaking ? (isCards ? t('waitForCard') : t('waitForQuestion')) : null}
        onClick={() => setOpened(true)}
      >
        {t('addToModule')}
      </ExplainedButton>
      <FormDialog
        opened={opened}
        onClose={close}
        title={isCards ? t('addCardsToModule', { count }) : t('addQuestionsToModule', { count })}
        size="md"
      >
        <WithCourses job={job} count={count} onClose={close} />
      </FormDialog>
    </>
  );
}

function WithCourses(props: { job: AiJob; count: number; onClose: () => void }) {
  const courses = trpc.courses.list.useQuery({ limit: COURSES_LISTED_WITHOUT_SEARCH });
  return (
    <PageState query={courses} what={t('listCourses')}>
      {(found) => <AddForm {...props} courses={found} />}
    </PageState>
  );
}

function countOf(job: AiJob): number {
  if (job.feature === 'card_generation') return job.result?.cards.length ?? 0;
  return job.feature === 'quiz_generation' ? (job.result?.questions.length ?? 0) : 0;
}

const NEW_MODULE = 'new';

const [, NewModule] = AddGeneratedItems.options;

const Values = z
  .object({ ...COURSE_CHOICE_SCHEMA_FIELDS, module: z.string(), title: z.string() })
  .superRefine(addNewCourseIssues)
  .superRefine(({ module, title }, ctx) => {
    if (module !== NEW_MODULE) return;
    for (const { message } of NewModule.shape.title.safeParse(title).error?.issues ?? []) {
      ctx.addIssue({ code: 'custom', path: ['title'], message });
    }
  });
type Values = z.output<typeof Values>;

interface AddFormProps {
  job: AiJob;
  /** The number of cards or questions. */
  count: number;
  /** The first page of the courses of the trainer's department. */
  courses: CoursePage;
  onClose: () => void;
}

/** Asks for the target module, adds the result, and opens the module. */
function AddForm({ job, count, courses, onClose }: AddFormProps) {
  const utils = trpc.useUtils();
  const toModule = useNavigateToModule();
  const { idOf, isMade } = useCreateChosenCourse();
  const given: Values = {
    ...defaultCourseChoiceOf(courses),
    module: NEW_MODULE,
    title: Array.from(jobNameOf(job)).slice(0, 200).join(''),
  };
  const { form, inDialog } = useContractForm(Values, given, ['add to module', job.id], ['module']);
  const { course, module } = form.values;
  const open = useOpen(course, job);
  const send = async (values: Values) => {
    const job_id = job.id;
    const added = await utils.client.modules.addGenerated.mutate(
      values.module === NEW_MODULE
        ? { to: 'new_module', job_id, course_id: await idOf(values), title: values.title }
        : { to: 'module', job_id, module_id: values.module },
    );
    notify(newsOf(added));
    void utils.courses.invalidate();
    void utils.modules.get.invalidate({ id: added.module_id });
    void utils.ai.get.invalidate({ id: job_id });
    await toModule(added);
  };
  return (
    <FormInDialog
      {...inDialog(send)}
      onClose={onClose}
      failure={t('failedToAddModule')}
      submitLabel={job.feature === 'card_generation' ? t('addCards', { count }) : t('addQuestions', { count })}
    >
      <CourseChoiceFields
        courses={courses}
        form={form}
        onCourse={() => form.setFieldValue('module', NEW_MODULE)}
        isMade={isMade}
      />
      <NativeSelect
        label={t('module')}
        description={t('modulesEditedNow')}
        data={[
          { value: NEW_MODULE, label: t('aNewModule') },
          ...open.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        {...form.getInputProps('module')}
      />
      {module === NEW_MODULE && (
        <TextInput label={t('titleModule')} autoComplete="off" {...form.getInputProps('title')} />
      )}
      <Text c="dimmed" size="sm">
        {t('theyreAddedAtEnd')}
      </Text>
    </FormInDialog>
  );
}

/** Returns the modules of a course whose section for this result currently accepts edits. */
function useOpen(course: string, { feature }: AiJob): ModuleSummary[] {
  const section = feature === 'card_generation' ? 'flashcards' : 'quiz';
  const found = trpc.courses.get.useQuery(course === NEW_COURSE_VALUE ? skipToken : { id: course });
  return found.data?.modules.filter(({ open }) => open.includes(section)) ?? [];
}

function newsOf({ section, added }: { section: 'flashcards' | 'quiz'; added: number }): string {
  return section === 'flashcards' ? t('cardsAdded', { count: added }) : t('questionsAdded', { count: added });
}
