import { NativeSelect, Text, TextInput } from '@mantine/core';
import { skipToken } from '@tanstack/react-query';
import type { AiJob } from '@training/shared/ai/ai-jobs';
import type { CoursePage, ModuleSummary } from '@training/shared/courses/courses';
import { AddGenerated } from '@training/shared/courses/sections';
import { z } from 'zod';
import { trpc } from '../../../lib/api/trpc.ts';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import {
  CHOSEN_COURSE,
  CourseFields,
  checkChosenCourse,
  defaultCourseChoice,
  useChosenCourse,
  useToModule,
} from '../../courses/chosen-course.tsx';
import { NEW_COURSE } from '../../courses/course-choice.tsx';
import { nameOfJob } from '../features/feature-words.ts';

const NEW_MODULE = 'new';

const [, NewModule] = AddGenerated.options;

const Values = z
  .object({ ...CHOSEN_COURSE, module: z.string(), title: z.string() })
  .superRefine(checkChosenCourse)
  .superRefine(({ module, title }, ctx) => {
    if (module !== NEW_MODULE) return;
    for (const { message } of NewModule.shape.title.safeParse(title).error?.issues ?? []) {
      ctx.addIssue({ code: 'custom', path: ['title'], message });
    }
  });
type Values = z.output<typeof Values>;

interface AddFormProps {
  job: AiJob;
  /** "12 cards" */
  words: string;
  /** The first page of the courses of the trainer's department. */
  courses: CoursePage;
  onClose: () => void;
}

/** Asks for the target module, adds the result, and opens the module. */
export function AddForm({ job, words, courses, onClose }: AddFormProps) {
  const utils = trpc.useUtils();
  const toModule = useToModule();
  const { idOf, isMade } = useChosenCourse();
  const given: Values = {
    ...defaultCourseChoice(courses),
    module: NEW_MODULE,
    title: Array.from(nameOfJob(job)).slice(0, 200).join(''),
  };
  const {
    form,
    problem,
    onSubmit,
    words: typed,
  } = useContractForm(Values, given, ['add to module', job.id], ['module']);
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
      onSubmit={onSubmit(send)}
      onClose={onClose}
      words={typed}
      failure="couldn’t add to the module"
      problem={problem}
      submitLabel={`Add ${words}`}
      isSubmitting={form.submitting}
    >
      <CourseFields
        courses={courses}
        form={form}
        onCourse={() => form.setFieldValue('module', NEW_MODULE)}
        isMade={isMade}
      />
      <NativeSelect
        label="Module"
        description="Modules that can be edited now."
        data={[
          { value: NEW_MODULE, label: 'A new module' },
          ...open.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        {...form.getInputProps('module')}
      />
      {module === NEW_MODULE && (
        <TextInput label="Title of the module" autoComplete="off" {...form.getInputProps('title')} />
      )}
      <Text c="dimmed" size="sm">
        They’re added at the end, each with its source passage.
      </Text>
    </FormInDialog>
  );
}

/** Returns the modules of a course whose section for this result currently accepts edits. */
function useOpen(course: string, { feature }: AiJob): ModuleSummary[] {
  const section = feature === 'card_generation' ? 'flashcards' : 'quiz';
  const found = trpc.courses.get.useQuery(course === NEW_COURSE ? skipToken : { id: course });
  return found.data?.modules.filter(({ open }) => open.includes(section)) ?? [];
}

function newsOf({ section, added }: { section: 'flashcards' | 'quiz'; added: number }): string {
  const word = section === 'flashcards' ? 'card' : 'question';
  if (added === 0) return `The module has these ${word}s already.`;
  return `${added} ${word}${added === 1 ? '' : 's'} added.`;
}
