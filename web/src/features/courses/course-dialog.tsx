import { TextInput } from '@mantine/core';
import { CreateCourse } from '@training/shared/authoring';
import type { CourseDetail } from '@training/shared/courses';
import { useNavigate } from '@tanstack/react-router';
import { trpc } from '../../lib/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { useContractForm } from '../../ui/contract-form.ts';
import { FormDialog, FormInDialog } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { EmojiField } from './emoji-field.tsx';

interface CourseDialogProps {
  /** Which one to change; null for a new one. */
  course: CourseDetail | null;
  opened: boolean;
  onClose: () => void;
}

export function CourseDialog({ course, opened, onClose }: CourseDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={course === null ? 'New course' : 'Title and emoji'} size="md">
      <CourseForm course={course} onClose={onClose} />
    </FormDialog>
  );
}

function CourseForm({ course, onClose }: Pick<CourseDialogProps, 'course' | 'onClose'>) {
  const utils = trpc.useUtils();
  const { workspace, user } = useWorkspace();
  const navigate = useNavigate();
  const create = trpc.courses.create.useMutation();
  const update = trpc.courses.update.useMutation();
  const { form, problem, onSubmit } = useContractForm(CreateCourse, {
    title: course?.title ?? '',
    emoji: course?.emoji ?? '📦',
  });
  const send = async (values: CreateCourse) => {
    if (course !== null) {
      await update.mutateAsync({ id: course.id, ...values });
      notify('The course is changed.');
      await utils.courses.invalidate();
      onClose();
      return;
    }
    const { id } = await create.mutateAsync(values);
    void utils.courses.invalidate();
    await navigate({ to: '/$workspace/courses/$course', params: { workspace: workspace.slug, course: id } });
  };
  return (
    <FormInDialog
      onSubmit={onSubmit(send)}
      onClose={onClose}
      failure={course === null ? 'the course was not made' : 'the course was not changed'}
      problem={problem}
      submitLabel={course === null ? 'Create course' : 'Save'}
      isSubmitting={form.submitting}
    >
      <TextInput
        label="Title"
        description={course === null && user.department !== null ? `A course of ${user.department}.` : undefined}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('title')}
      />
      <EmojiField
        value={form.values.emoji}
        error={form.errors['emoji']}
        onChange={(emoji) => form.setFieldValue('emoji', emoji)}
      />
    </FormInDialog>
  );
}
