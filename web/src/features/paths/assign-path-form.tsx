import { Checkbox, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { LearningPath, PathAssignment } from '@training/shared/paths/paths';
import { AssignPath, PreviewPathAssignment, UpdatePathAssignment } from '@training/shared/paths/path-assignments';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { useStoredFormState } from '../../lib/unsaved-input/use-stored-form-input.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { FormInDialog, formStateOfMutations } from '../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { AssignmentEffectCounts, PREVIEW_DELAY_MS } from '../assignments/assign-preview.tsx';
import { createRuleDraft, type RuleDraft, RuleFields, ruleDraftOf, ruleInputOf } from '../assignments/rule-fields.tsx';
import { useStableRequestIdOf } from '../assignments/use-request-id.ts';

const t = translatorOf('paths');

interface AssignPathFormProps {
  path: LearningPath;
  /** The assignment to change; null to create one. */
  assignment: PathAssignment | null;
  onClose: () => void;
}

type Draft = RuleDraft & { again: boolean };

/** Assigns a path, or changes an assignment of one, and previews the effect. */
export function AssignPathForm({ path, assignment, onClose }: AssignPathFormProps) {
  const { user } = useWorkspaceSession();
  const [before] = useState<Draft>(() => ({
    ...(assignment === null ? createRuleDraft(user.department_id) : ruleDraftOf({ ...assignment, joiners: true })),
    again: false,
  }));
  const [version] = useState(assignment?.version);
  const at = ['path assignment', assignment?.id ?? path.id] as const;
  const { values: draft, change, storedInput } = useStoredFormState(at, before, ['person', 'again']);
  const utils = trpc.useUtils();
  const done = {
    onSuccess: () => {
      storedInput.sent();
      notify(t(assignment === null ? 'wasAssigned' : 'assignmentWasChanged', { title: path.title }));
      onClose();
    },
    onSettled: () =>
      Promise.all([utils.paths.invalidate(), utils.assignments.invalidate(), utils.analytics.invalidate()]),
  };
  const creating = trpc.paths.assign.useMutation(done);
  const updating = trpc.paths.updateAssignment.useMutation(done);
  const requestOf = useStableRequestIdOf();
  const { joiners: _, ...rule } = ruleInputOf(draft);
  const toCreate = AssignPath.safeParse({ ...rule, path_id: path.id, again: draft.again });
  const toUpdate = UpdatePathAssignment.safeParse({ ...rule, id: assignment?.id, version });
  const submit = () => {
    if (assignment === null && toCreate.success)
      creating.mutate({ ...toCreate.data, request_id: requestOf(toCreate.data) });
    if (assignment !== null && toUpdate.success) updating.mutate(toUpdate.data);
  };
  const isSame = assignment !== null && JSON.stringify(draft) === JSON.stringify(before);
  const parsed = assignment === null ? toCreate : toUpdate;
  return (
    <FormInDialog
      onSubmit={submit}
      onClose={onClose}
      storedInput={storedInput}
      failure={t('failedToAssign')}
      {...formStateOfMutations(creating, updating)}
      submitLabel={assignment === null ? t('assign') : t('change')}
      obstacle={isSame ? t('nothingChanged') : parsed.success ? null : t('chooseWhoAndWhen')}
    >
      <RuleFields
        draft={draft}
        onChange={change}
        hasJoiners={false}
        {...(assignment?.to.kind === 'user' && { person: { value: assignment.to.user_id, label: assignment.to.name } })}
      />
      {assignment === null && (
        <Checkbox
          label={t('again')}
          checked={draft.again}
          onChange={(event) => change({ again: event.currentTarget.checked })}
        />
      )}
      {!isSame && parsed.success && (
        <Effect change={assignment === null ? 'create' : 'update'} asked={JSON.stringify(parsed.data)} />
      )}
    </FormInDialog>
  );
}

/** Previews who would gain or lose modules. Changes nothing. */
function Effect({ change, asked }: { change: 'create' | 'update'; asked: string }) {
  const [settled] = useDebouncedValue(asked, PREVIEW_DELAY_MS);
  const preview = trpc.paths.previewAssignment.useQuery(
    PreviewPathAssignment.parse({ change, ...JSON.parse(settled), limit: 1 }),
  );
  return (
    <section aria-label={t('effectTitle')}>
      <PageState query={preview} what={t('thePreview')} loading={<Text size="sm">{t('loadingPreview')}</Text>}>
        {({ counts, weeks }) => (
          <>
            <Text size="sm">{t('countsTrainings')}</Text>
            <AssignmentEffectCounts counts={counts} weeks={weeks} />
          </>
        )}
      </PageState>
    </section>
  );
}
