import { Paper, Text } from '@mantine/core';
import type { ModuleDetail, WholeModuleDecision } from '@training/shared/courses/modules';
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import classes from './transitions.module.css';
import { ModuleBar } from './module-bar.tsx';
import {
  submissionBlockersOf,
  type SubmissionBlocker,
  type AuthorTransitionKind,
  authorActionsOf,
  canBeSubmittedForReview,
  whyResubmissionBlocked,
} from './transitions.ts';
import { isModuleLocked, sectionLockOf, moduleStateInWordsForAuthors } from '../module-state.ts';
import { useFindTransitionRefusal } from '../use-check-transition.ts';
import { useLastSubject } from '../../../ui/dialogs/use-last-subject.ts';
import { type SectionDrafts, useDraftState } from '../drafts/use-section-drafts.ts';
import { HttpError } from '../../../lib/api/http-error.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { openQueriesOf } from '../comments/open-queries.tsx';
import { focusItem } from '../item-focus.ts';
import { TimeAgo } from '../../../ui/time.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

interface TransitionDialogProps {
  module: ModuleDetail;
  drafts: SectionDrafts;
  kind: AuthorTransitionKind;
  opened: boolean;
  onClose: () => void;
}

/** Explains a transition, saves unsaved edits, and performs it. */
function TransitionDialog({ module, drafts, kind, opened, onClose }: TransitionDialogProps) {
  const { client, modules, courses } = trpc.useUtils();
  const transition = useMutation({
    mutationFn: async () => {
      const saved = await Promise.all([drafts.flashcards.flush(), drafts.quiz.flush()]);
      if (saved.includes(false)) throw new HttpError(unsaved());
      return client.reviews[kind].mutate({ module_id: module.id });
    },
    networkMode: 'always',
    onSuccess: () => {
      notify(t(`transitionDone.${kind}`, { title: module.title }));
      onClose();
    },
    // Also after a refusal, because another user may have been first.
    onSettled: () => {
      void courses.invalidate();
      return modules.get.invalidate({ id: module.id });
    },
  });
  const open = openQueriesOf(module).length;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t(`transitionQuestion.${kind}`, { title: module.title })}
      confirmLabel={t(`transition.${kind}`)}
      failed={t(`transitionFailed.${kind}`)}
      mutation={transition}
      onConfirm={() => transition.mutate()}
    >
      <Text>{t(`transitionEffect.${kind}`)}</Text>
      {kind === 'resubmit' && open > 0 && <StaysOpen queries={open} />}
    </ConfirmDialog>
  );
}

/** Reminds that resubmitting resolves no queries; authors may have forgotten to resolve them. */
function StaysOpen({ queries }: { queries: number }) {
  return <Text mt="xs">{t('queriesStayOpen', { count: queries })}</Text>;
}

const unsaved = () => ({
  code: 'unsaved',
  status: 0,
  detail: t('unsaved'),
  request_id: null,
  errors: [],
});

/** The module's state, missing items, and the authors' next actions. */
export function AuthorBar({ module, drafts }: { module: ModuleDetail; drafts: SectionDrafts }) {
  const { items: cards, phase: ofCards } = useDraftState(drafts.flashcards);
  const { items: questions, phase: ofQuestions } = useDraftState(drafts.quiz);
  const [asked, setAsked] = useState<AuthorTransitionKind | null>(null);
  const last = useLastSubject(asked);
  const ask = useFindTransitionRefusal(module);
  const missing = canBeSubmittedForReview(ask) ? submissionBlockersOf(cards, questions, module) : [];
  // Unsaved edits count, because they are saved before submitting.
  const isTyped = {
    flashcards: () => JSON.stringify(cards) !== JSON.stringify(module.flashcards.cards),
    quiz: () => JSON.stringify(questions) !== JSON.stringify(module.quiz.questions),
  };
  const unanswered = module.unanswered.filter((kind) => !isTyped[kind]());
  const isInConflict = ofCards === 'conflict' || ofQuestions === 'conflict';
  const obstacle = isInConflict
    ? t('changedTwoPlacesCompare')
    : (incomplete(missing.length) ?? whyResubmissionBlocked(unanswered));
  return (
    <>
      <Paper withBorder p="md" className={classes.bar} component="section" aria-label={t('review')}>
        <Text component="output" display="block">
          {moduleStateInWordsForAuthors(module)}
        </Text>
        <Outcomes outcomes={module.outcomes} />
        <MissingList missing={missing} />
      </Paper>
      <ModuleBar
        isLocked={isModuleLocked(module)}
        isEditable={sectionLockOf(module, 'flashcards') === null || sectionLockOf(module, 'quiz') === null}
        drafts={drafts}
        actions={authorActionsOf(ask, obstacle)}
        onAct={setAsked}
      />
      {last !== null && (
        <TransitionDialog
          module={module}
          drafts={drafts}
          kind={last}
          opened={asked !== null}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function incomplete(missing: number): string | null {
  return missing === 0 ? null : t('thingsMissing', { count: missing });
}

/** The maximum number of items listed. */
const NAMED = 8;

/** The problems that block the submission, each with a link. */
function MissingList({ missing }: { missing: SubmissionBlocker[] }) {
  if (missing.length === 0) return null;
  return (
    <div>
      <Text fw={600}>{t('beforeSubmit')}</Text>
      <ul className={classes.missingList}>
        {missing.slice(0, NAMED).map(({ id, words }) => (
          <li key={id ?? words}>
            {id === null ? (
              words
            ) : (
              <button type="button" className={classes.textButton} onClick={() => focusItem(id)}>
                {words}
              </button>
            )}
          </li>
        ))}
        {missing.length > NAMED && <li>{t('andMore', { count: missing.length - NAMED })}</li>}
      </ul>
    </div>
  );
}

/** Explains the module's state: who decided, when, and the reason given (rules/review 21). */
function Outcomes({ outcomes }: { outcomes: WholeModuleDecision[] }) {
  if (outcomes.length === 0) return null;
  return (
    <ul className={classes.outcomes} aria-label={t('whyStandsThere')}>
      {outcomes.map(({ kind, by, at, reason }) => (
        <li key={kind}>
          {t.nodes('outcome', {
            kind,
            name: by,
            reason: reason ?? '',
            hasReason: reason === null ? 'no' : 'yes',
            strong: (text) => <strong>{text}</strong>,
            at: () => <TimeAgo at={at} />,
            bdi: (text) => <bdi>{text}</bdi>,
          })}
        </li>
      ))}
    </ul>
  );
}
