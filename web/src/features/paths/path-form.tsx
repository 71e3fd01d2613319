import { List, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { CreatePath, type LearningPath, PreviewPathChange, UpdatePath } from '@training/shared/paths/paths';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { useStoredFormState } from '../../lib/unsaved-input/use-stored-form-input.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { usePermissionReach, useWorkspaceSession } from '../../lib/workspace.ts';
import { FormInDialog, formStateOfMutations } from '../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import {
  AssignmentEffectCounts,
  effectOnPersonInWords,
  PREVIEW_DELAY_MS,
  MAX_NAMES_IN_PREVIEW,
} from '../assignments/assign-preview.tsx';
import { stepDraftsOf, type StepDraft, stepsInputOf } from './steps-draft.ts';
import { StepsField } from './steps-field.tsx';

const t = translatorOf('paths');

interface PathFormProps {
  /** The path to change; null to create one. */
  path: LearningPath | null;
  onClose: () => void;
  onSaved: (path: LearningPath) => void;
}

type Draft = { title: string; description: string; department: string; steps: StepDraft[] };

/** Creates or changes a path, and previews what a change of its modules changes for whom. */
export function PathForm({ path, onClose, onSaved }: PathFormProps) {
  const isTrainer = usePermissionReach('assignments:manage') === 'department';
  const { user } = useWorkspaceSession();
  const departments = trpc.departments.list.useQuery(undefined, { enabled: !isTrainer }).data ?? [];
  const [before] = useState<Draft>(() => ({
    title: path?.title ?? '',
    description: path?.description ?? '',
    department: isTrainer ? (user.department_id ?? '') : '',
    steps: stepDraftsOf(path?.steps ?? []),
  }));
  // The version that the form was opened with, regardless of later updates.
  const [version] = useState(path?.version);
  const {
    values: draft,
    change,
    storedInput,
  } = useStoredFormState(['path', path?.id ?? 'new'], before, ['department', 'steps']);
  const utils = trpc.useUtils();
  const done = {
    onSuccess: (saved: LearningPath) => {
      storedInput.sent();
      notify(t('wasSaved', { title: saved.title }));
      onSaved(saved);
    },
    // Also after a refusal, because another user may have changed it.
    onSettled: () => Promise.all([utils.paths.invalidate(), utils.assignments.invalidate()]),
  };
  const creating = trpc.paths.create.useMutation(done);
  const updating = trpc.paths.update.useMutation(done);
  const { title, description, department } = draft;
  const steps = stepsInputOf(draft.steps);
  const written = { title, description, steps };
  const toCreate = CreatePath.safeParse({ ...written, department_id: department || null });
  const toUpdate = UpdatePath.safeParse({ ...written, id: path?.id, version });
  const isSame =
    path !== null &&
    JSON.stringify({ ...draft, steps }) === JSON.stringify({ ...before, steps: stepsInputOf(before.steps) });
  const submit = () => {
    if (path === null && toCreate.success) creating.mutate(toCreate.data);
    if (path !== null && toUpdate.success) updating.mutate(toUpdate.data);
  };
  const isReady = (path === null ? toCreate : toUpdate).success;
  const isOfSteps =
    path !== null && path.assignments > 0 && JSON.stringify(steps) !== JSON.stringify(stepsInputOf(before.steps));
  return (
    <FormInDialog
      onSubmit={submit}
      onClose={onClose}
      storedInput={storedInput}
      failure={t('failedToSave')}
      {...formStateOfMutations(creating, updating)}
      submitLabel={path === null ? t('createPath') : t('savePath')}
      obstacle={isSame ? t('nothingChanged') : isReady ? null : t('enterTitleAndModules')}
    >
      <TextInput
        label={t('title')}
        maxLength={200}
        data-autofocus
        value={title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Textarea
        label={t('description')}
        maxLength={2000}
        autosize
        minRows={2}
        value={description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      {path === null && !isTrainer && (
        <NativeSelect
          label={t('whoChanges')}
          data={[
            { value: '', label: t('superAdminsOnly') },
            ...departments.map(({ id, name }) => ({ value: id, label: t('trainersOf', { department: name }) })),
          ]}
          value={department}
          onChange={({ currentTarget }) => change({ department: currentTarget.value })}
        />
      )}
      <StepsField value={draft.steps} onChange={(next) => change({ steps: next })} />
      {isOfSteps && toUpdate.success && <ChangePreview change={toUpdate.data} />}
    </FormInDialog>
  );
}

/** Previews who gains or loses which module, and for whom modules open or close. Changes nothing. */
function ChangePreview({ change: { id, version, steps } }: { change: UpdatePath }) {
  const [asked] = useDebouncedValue(
    JSON.stringify({ id, version, steps, limit: MAX_NAMES_IN_PREVIEW }),
    PREVIEW_DELAY_MS,
  );
  const preview = trpc.paths.preview.useQuery(PreviewPathChange.parse(JSON.parse(asked)));
  return (
    <section aria-label={t('effectTitle')}>
      <PageState query={preview} what={t('thePreview')} loading={<Text size="sm">{t('loadingPreview')}</Text>}>
        {({ people, counts, weeks, trainings, total, doors }) => (
          <>
            <Text size="sm">{t('assignedTo', { count: people })}</Text>
            {total > 0 && <AssignmentEffectCounts counts={counts} weeks={weeks} />}
            <List size="sm">
              {doors
                .filter(({ opens, closes }) => opens + closes > 0)
                .map(({ module_id, title, opens, closes }) => (
                  <List.Item key={module_id}>{t('doors', { title, opens, closes })}</List.Item>
                ))}
            </List>
            <List size="sm" c="dimmed" listStyleType="none" mt={4}>
              {trainings.map(({ user_id, full_name, module_id, module, outcome }) => (
                <List.Item key={`${user_id} ${module_id}`}>
                  {effectOnPersonInWords({ person: full_name, module, outcome }, [])}
                </List.Item>
              ))}
              {total > trainings.length && <List.Item>{t('andMore', { count: total - trainings.length })}</List.Item>}
            </List>
          </>
        )}
      </PageState>
    </section>
  );
}
