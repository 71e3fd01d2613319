import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type CourseDetail, CreateCourse } from '@training/shared/courses/courses';
import { useNavigate } from '@tanstack/react-router';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { type ServerValues, pickFieldIfChanged, useFieldMerge } from '../../ui/forms/field-merge.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { type FieldWording, MergeNotice } from '../../ui/forms/merge-notice.tsx';
import { notify } from '../../ui/notify.ts';
import { EmojiField } from './emoji-field.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('courses');

interface CourseDialogProps {
  /** The course to change; null for a new one. */
  course: CourseDetail | null;
  opened: boolean;
  onClose: () => void;
}

export function CourseDialog({ course, opened, onClose }: CourseDialogProps) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={course === null ? t('newCourse') : t('titleAndEmoji')}
      size="md"
    >
      {course === null ? <NewCourseForm onClose={onClose} /> : <CourseForm course={course} onClose={onClose} />}
    </FormDialog>
  );
}

function NewCourseForm({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils();
  const { user } = useWorkspaceSession();
  const navigate = useNavigate({ from: '/$workspace' });
  const create = trpc.courses.create.useMutation();
  const { form, inDialog } = useContractForm(CreateCourse, { title: '', emoji: '📦' }, ['course']);
  const send = async (values: CreateCourse) => {
    const { id } = await create.mutateAsync(values);
    void utils.courses.invalidate();
    await navigate({ to: '/$workspace/courses/$course', params: { course: id } });
  };
  return (
    <FormInDialog
      {...inDialog(send)}
      onClose={onClose}
      failure={t('failedToCreateCourse')}
      submitLabel={t('createCourse')}
    >
      <CourseFields
        form={form}
        about={user.department === null ? undefined : t('courseOf', { department: user.department })}
      />
    </FormInDialog>
  );
}

const presentOf = ({ version, title, emoji }: CourseDetail): ServerValues<CreateCourse> => ({
  version,
  values: { title, emoji },
});

const fieldWords = (): FieldWording<CreateCourse> => ({
  title: { label: t('title'), say: (title) => title },
  emoji: { label: t('emoji'), say: (emoji) => emoji },
});

function CourseForm({ course, onClose }: { course: CourseDetail; onClose: () => void }) {
  const { id } = course;
  const utils = trpc.useUtils();
  const update = trpc.courses.update.useMutation();
  const opened = presentOf(course);
  const { form, inDialog } = useContractForm(CreateCourse, opened.values, ['course', id]);
  const merge = useFieldMerge(opened, {
    save: (mine, from) =>
      update.mutateAsync({
        id,
        version: from.version,
        title: pickFieldIfChanged('title', mine, from),
        emoji: pickFieldIfChanged('emoji', mine, from),
      }),
    read: async () => presentOf(await utils.courses.get.fetch({ id }, { staleTime: 0 })),
    fill: (values) => form.setValues(values),
  });
  const send = async ({ title, emoji }: CreateCourse) => {
    if (!(await merge.send({ title, emoji }))) return false;
    notify(t('courseWasSaved'));
    await utils.courses.invalidate();
    onClose();
    return true;
  };
  return (
    <FormInDialog {...inDialog(send)} onClose={onClose} failure={t('failedToSaveCourse')} submitLabel={t('save')}>
      <MergeNotice merge={merge} words={fieldWords()} written={form.values} />
      <CourseFields form={form} />
    </FormInDialog>
  );
}

function CourseFields({ form, about }: { form: UseFormReturnType<CreateCourse>; about?: string | undefined }) {
  return (
    <>
      <TextInput
        label={t('title')}
        description={about}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('title')}
      />
      <EmojiField
        value={form.values.emoji}
        error={form.errors['emoji']}
        onChange={(emoji) => form.setFieldValue('emoji', emoji)}
      />
    </>
  );
}
