import { Checkbox, List, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { CreateSeveralAssignments, type SeveralAssignmentsOutcomes } from '@training/shared/assignments/assign-several';
import { useState } from 'react';
import { refusalInWords } from '../../lib/api/refusal-words.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useStoredFormState } from '../../lib/unsaved-input/use-stored-form-input.ts';
import { FormDialog, FormInDialog, formStateOfMutations } from '../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import {
  AssignmentEffectCounts,
  effectOnPersonInWords,
  PREVIEW_DELAY_MS,
  MAX_NAMES_IN_PREVIEW,
} from './assign-preview.tsx';
import {
  type InitialAssignSelection,
  type AssignFormOption,
  nameOfAudience,
  toAssignmentTargetsInput,
} from './chosen-option.ts';
import { OutcomeList } from '../../ui/lists/outcome-list.tsx';
import { RefusedOutcomeList } from './refused-outcome-list.tsx';
import { DEFAULT_ASSIGNMENT_TERMS, TermFields, type TermsDraft, termsInputOf } from './rule-fields.tsx';
import { AudiencesChoice, ModulesChoice } from './several-choices.tsx';
import { useStableRequestIdOf } from './use-request-id.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('assignments');

interface SeveralAssignedProps {
  change: CreateSeveralAssignments;
  /** The selected audiences, by which the reasons are named. */
  audiences: readonly AssignFormOption[];
}

/** Previews who gets which module and why, who has it already, and what would be refused. Changes nothing. */
function SeveralAssigned({ change, audiences }: SeveralAssignedProps) {
  const [asked] = useDebouncedValue(change, PREVIEW_DELAY_MS);
  const preview = trpc.assignments.previewSeveral.useQuery(
    { ...asked, limit: MAX_NAMES_IN_PREVIEW, offset: 0 },
    { placeholderData: keepPreviousData },
  );
  return (
    <section aria-label={t('effectTitle')}>
      <PageState query={preview} what={t('thePreview')} loading={<Text size="sm">{t('loadingPreview')}</Text>}>
        {({ assignments, counts, weeks, trainings, total, refused }) => (
          <>
            {assignments > 1 && <Text size="sm">{t('assignmentCount', { count: assignments })}</Text>}
            <AssignmentEffectCounts counts={counts} weeks={weeks} />
            <List size="sm" c="dimmed" listStyleType="none" mt={4}>
              {trainings.map(({ user_id, full_name, module_id, module, outcome, through }) => (
                <List.Item key={`${user_id} ${module_id}`}>
                  {effectOnPersonInWords(
                    { person: full_name, module, outcome },
                    through.filter(({ kind }) => kind !== 'user').map((to) => nameOfAudience(to, audiences)),
                  )}
                </List.Item>
              ))}
              {total > trainings.length && (
                <List.Item>{t('andMoreTrainings', { count: total - trainings.length })}</List.Item>
              )}
            </List>
            {refused.length > 0 && (
              <>
                <Text size="sm" fw={500} mt="xs">
                  {t('notAssigned')}
                </Text>
                <OutcomeList
                  outcomes={refused.slice(0, MAX_NAMES_IN_PREVIEW).map(({ module_id, module, to, refused: why }) => ({
                    key: `${module_id} ${JSON.stringify(to)}`,
                    name: nameOfAudience(to, audiences),
                    about: module,
                    words: refusalInWords(why),
                    isRefused: true,
                  }))}
                />
                {refused.length > MAX_NAMES_IN_PREVIEW && (
                  <Text size="sm">{t('andMore', { count: refused.length - MAX_NAMES_IN_PREVIEW })}</Text>
                )}
              </>
            )}
          </>
        )}
      </PageState>
    </section>
  );
}

interface AssignDialogProps {
  /** The initial selection; null if the dialog is closed. */
  chosen: InitialAssignSelection | null;
  onClose: () => void;
  /** Called once something was assigned. */
  onDone: () => void;
}

/** Assigns modules and courses to departments, roles and people. */
export function AssignDialog({ chosen, onClose, onDone }: AssignDialogProps) {
  const [only, ...others] = chosen?.modules ?? [];
  return (
    <FormDialog
      opened={chosen !== null}
      onClose={onClose}
      title={only !== undefined && others.length === 0 ? t('assignNamed', { module: only.label }) : t('assignModules')}
    >
      {chosen && <AssignForm chosen={chosen} onClose={onClose} onDone={onDone} />}
    </FormDialog>
  );
}

type Client = ReturnType<typeof trpc.useUtils>['client'];

/** Repeats the request while the server had no time for some of it and got further than before. */
async function assignAll(client: Client, asked: CreateSeveralAssignments): Promise<SeveralAssignmentsOutcomes> {
  let made = -1;
  for (;;) {
    const answer = await client.assignments.createSeveral.mutate(asked);
    const done = answer.outcomes.filter(({ refused }) => refused === null).length;
    const isLate = answer.outcomes.some(({ refused }) => refused?.code === 'busy');
    if (!isLate || done <= made) return answer;
    made = done;
  }
}

type Draft = TermsDraft & {
  modules: readonly AssignFormOption[];
  audiences: readonly AssignFormOption[];
  again: boolean;
};

/** Asks for the modules, the audiences and the due date, and previews the effect. */
function AssignForm({ chosen, onClose, onDone }: AssignDialogProps & { chosen: InitialAssignSelection }) {
  const given: Draft = { ...DEFAULT_ASSIGNMENT_TERMS, again: false, ...chosen };
  const at = ['assign', ...[...chosen.modules, ...chosen.audiences].map(({ value }) => value).slice(0, 2)] as const;
  const { values, change, storedInput } = useStoredFormState(at, given, ['modules', 'audiences', 'again']);
  const { modules, audiences, again, ...terms } = values;
  const [refused, setRefused] = useState<SeveralAssignmentsOutcomes['outcomes'] | null>(null);
  const utils = trpc.useUtils();
  const requestOf = useStableRequestIdOf();
  const creating = useMutation({
    networkMode: 'always',
    mutationFn: (asked: CreateSeveralAssignments) =>
      assignAll(utils.client, { ...asked, request_id: requestOf(asked) }),
    onSuccess: ({ outcomes }) => {
      storedInput.sent();
      const failed = outcomes.filter((each) => each.refused !== null);
      const made = outcomes.length - failed.length;
      if (made > 0) {
        notify(t('wereAssigned', { count: made }));
        onDone();
      }
      if (failed.length > 0) setRefused(failed);
      else onClose();
    },
    onSettled: () =>
      Promise.all([utils.assignments.invalidate(), utils.analytics.invalidate(), utils.users.training.invalidate()]),
  });
  if (refused !== null) {
    return (
      <RefusedOutcomeList
        refused={refused.map(({ module_id, module, to, refused: why }) => ({
          key: `${module_id} ${JSON.stringify(to)}`,
          name: nameOfAudience(to, audiences),
          about: module,
          words: why === null ? '' : refusalInWords(why),
          isRefused: true,
        }))}
        onClose={onClose}
      />
    );
  }
  const parsed = CreateSeveralAssignments.safeParse({
    ...toAssignmentTargetsInput(modules, audiences),
    ...termsInputOf(terms),
    again,
  });
  return (
    <FormInDialog
      onSubmit={() => parsed.success && creating.mutate(parsed.data)}
      onClose={onClose}
      storedInput={storedInput}
      failure={t('failedToAssignThis')}
      {...formStateOfMutations(creating)}
      submitLabel={t('assign')}
      obstacle={parsed.success ? null : t('chooseAtLeastOne')}
    >
      <ModulesChoice value={modules} onChange={(next) => change({ modules: next })} />
      <AudiencesChoice value={audiences} onChange={(next) => change({ audiences: next })} />
      <TermFields
        draft={terms}
        onChange={change}
        hasJoiners={audiences.some(({ value }) => !value.startsWith('user:'))}
      />
      <Checkbox
        label={t('assignAgain')}
        checked={again}
        onChange={(event) => change({ again: event.currentTarget.checked })}
      />
      {parsed.success && <SeveralAssigned change={parsed.data} audiences={audiences} />}
    </FormInDialog>
  );
}
