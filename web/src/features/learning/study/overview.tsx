import { Alert, Button, Group, Progress, Rating, Stack, Text, Textarea } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { NewerRevision, ModuleForStudy } from '@training/shared/learning/learning';
import { useId, useState } from 'react';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useStoredFormState } from '../../../lib/unsaved-input/use-stored-form-input.ts';
import { formatTimeToTheSecond } from '../../../lib/i18n/dates.ts';
import { formatDay, lastLocalDayBefore, localDayOf, formatPercent } from '../../../lib/i18n/in-words.ts';
import { RestoredNotice } from '../../../ui/forms/restored-notice.tsx';
import { Note } from '../../../ui/note.tsx';
import { notify } from '../../../ui/notify.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { dueInWords } from '../due-words.ts';
import { isCycleDone } from '../is-cycle-done.ts';
import { AttemptHistory } from '../history.tsx';
import classes from '../learning.module.css';
import { NoAttemptsLeft } from '../quiz/quiz.tsx';
import { attestedInWords } from '../training/attested-words.ts';
import { CertificateLink } from '../training/certificate-link.tsx';
import { AssignmentReasons } from '../training/assignment-reasons.tsx';
import { findNextStudyStep, quizLinkLabelOf, whoAttemptWaitsFor } from './next-step.ts';
import { learningOpenInputOf } from '../study-language.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('learning');

/** Feedback on a module for its trainers. */
function FeedbackForm({ module, enrollment }: { module: ModuleForStudy; enrollment: string }) {
  const { values, change, storedInput } = useStoredFormState(['feedback on a training', enrollment], {
    rating: module.feedback?.rating ?? 0,
    comment: module.feedback?.comment ?? '',
  });
  const { rating, comment } = values;
  const [isOpen] = useState(storedInput.restored !== null);
  const utils = trpc.useUtils();
  const label = useId();
  const sending = trpc.learning.feedback.useMutation({
    onSuccess: () => {
      storedInput.sent();
      notify(t('feedbackWasSent'));
      void utils.learning.open.invalidate(learningOpenInputOf(module.module_id));
    },
  });
  const said = { rating: rating === 0 ? null : rating, comment: comment.trim() === '' ? null : comment };
  return (
    <details open={isOpen}>
      <summary>{module.feedback === null ? t('giveFeedback') : t('changeFeedback')}</summary>
      <Stack gap="xs" mt="xs" align="stretch">
        <RestoredNotice storedInput={storedInput} />
        <Group gap="xs">
          <Text size="sm" id={label}>
            {t('rating')}
          </Text>
          <Rating
            value={rating}
            onChange={(next) => change({ rating: next })}
            aria-labelledby={label}
            getSymbolLabel={(value) => t('ratingOf', { rating: value })}
          />
        </Group>
        <Textarea
          label={t('whatCouldBeBetter')}
          autosize
          minRows={2}
          maxLength={2_000}
          value={comment}
          onChange={(event) => change({ comment: event.currentTarget.value })}
        />
        {sending.error !== null && (
          <FailedState what={t('failedToSendFeedback')} problem={toDisplayableProblem(sending.error)} />
        )}
        <Button
          me="auto"
          variant="default"
          disabled={said.rating === null && said.comment === null}
          loading={sending.isPending}
          onClick={() => sending.mutate({ enrollment_id: enrollment, ...said })}
        >
          {t('send')}
        </Button>
      </Stack>
    </details>
  );
}

interface CompletedProps {
  module: ModuleForStudy;
  cycle: NonNullable<ModuleForStudy['cycle']>;
}

/** The completion: its date, score and expiry. */
function Completed({ module, cycle: { completed_at, score, enrollment_id, attested } }: CompletedProps) {
  if (completed_at === null) return null;
  const { expires_at, time_zone } = module;
  const day = formatDay(localDayOf(completed_at, time_zone));
  const until = expires_at === null ? null : lastLocalDayBefore(expires_at, time_zone);
  return (
    <Note color="green" icon={<IconCircleCheck aria-hidden />} title={t('completed')}>
      <Text size="sm" mb={4}>
        {attested !== null && attestedInWords(attested)}
        {attested === null &&
          (score === null ? t('completedOn', { day }) : t('completedOnWith', { day, score: formatPercent(score) }))}
        {until !== null && ` ${t('validUntilDay', { day: formatDay(until) })}`}
      </Text>
      <CertificateLink enrollment={enrollment_id} title={module.revision.title} isAttested={attested !== null} />
    </Note>
  );
}

/** The requirements of a module, the learner's progress, and the next step. */
export function StudyOverview({ module }: { module: ModuleForStudy }) {
  const { cycle, cards, questions, revision, newer } = module;
  const seen = cards.filter((card) => card.seen).length;
  const [now] = useState(() => new Date().toISOString());
  const today = localDayOf(now, module.time_zone);
  const due = cycle && dueInWords(cycle, today);
  const passMark = formatPercent(revision.pass_score);
  return (
    <Stack gap="md" align="stretch">
      {cycle?.completed_at != null && <Completed module={module} cycle={cycle} />}
      {newer !== null && cycle !== null && !isCycleDone(cycle) && (
        <Newer newer={newer} enrollment={cycle.enrollment_id} moduleId={module.module_id} />
      )}
      {due !== null && due !== undefined && cycle?.completed_at == null && (
        <Text fw={600} c={cycle?.overdue ? 'red' : undefined}>
          {due}
        </Text>
      )}
      {module.certification === 'expired' && module.expires_at !== null && cycle?.completed_at == null && (
        <Text>
          {t('yourCertificateExpired', { day: formatDay(lastLocalDayBefore(module.expires_at, module.time_zone)) })}
        </Text>
      )}
      <ul className={classes.facts}>
        <li>
          {cycle !== null && seen > 0
            ? t('cardCountSeen', { count: cards.length, seen })
            : t('cardCount', { count: cards.length })}
        </li>
        <li>{t('questionCount', { count: questions.length })}</li>
        <li>
          {revision.validity_days === null
            ? t('neverExpiresPassMark', { passMark })
            : t('validForPassMark', { days: revision.validity_days, passMark })}
        </li>
        <li>
          {(cycle ? cycle.completed_at === null : module.attempts_left < module.attempts_allowed)
            ? t('attemptCountLeft', { count: module.attempts_allowed, left: module.attempts_left })
            : t('attemptCount', { count: module.attempts_allowed })}
        </li>
      </ul>
      {cycle !== null && cycle.status !== 'not_started' && (
        <Progress value={cycle.progress * 100} aria-label={t('progress')} />
      )}
      <NextStep module={module} />
      {cycle !== null && <AssignmentReasons why={cycle.why} timeZone={module.time_zone} />}
      <AttemptHistory moduleId={module.module_id} />
      {cycle !== null && cycle.status !== 'not_started' && (
        <FeedbackForm key={cycle.enrollment_id} module={module} enrollment={cycle.enrollment_id} />
      )}
    </Stack>
  );
}

function NextStep({ module }: { module: ModuleForStudy }) {
  const { module_id, cycle, cards, attempt, newer, certification } = module;
  const navigate = useNavigate({ from: '/$workspace/training/$module' });
  const utils = trpc.useUtils();
  const go = (step: 'cards' | 'quiz') => void navigate({ search: { step } });
  const first = cards.length > 0 ? 'cards' : 'quiz';
  const starting = trpc.learning.start.useMutation({
    onSuccess: async () => {
      await utils.learning.open.invalidate(learningOpenInputOf(module_id));
      void utils.learning.mine.invalidate();
      go(first);
    },
  });
  const isOver = cycle !== null && isCycleDone(cycle);
  const renews = isOver && (certification === 'due_soon' || certification === 'expired');
  const begin = (
    <Stack gap="xs" align="flex-start">
      {starting.error !== null && (
        <FailedState what={t('failedToStart')} problem={toDisplayableProblem(starting.error)} />
      )}
      <Button size="md" loading={starting.isPending} onClick={() => starting.mutate({ module_id })}>
        {renews ? t('renew') : t('start')}
      </Button>
    </Stack>
  );
  if (cycle === null || findNextStudyStep(module)?.to === 'start') return begin;
  if (newer?.outdated && !isOver) return null;
  const waits = whoAttemptWaitsFor(module);
  const next = findNextStudyStep(module);
  const onward = next === null || next.to === 'start' ? null : { label: next.label, to: next.to };
  return (
    <>
      {renews && begin}
      {waits === 'learner' && !isOver && (
        <Alert color="yellow" title={t('yourTurn')}>
          {t('checkAndConfirm')}
        </Alert>
      )}
      {waits === 'others' && !isOver && <Alert title={t('answersBeingGraded')}>{t('resultWillAppearHere')}</Alert>}
      {attempt?.state === 'failed' && module.attempts_left === 0 && !isOver && <NoAttemptsLeft />}
      <Group gap="sm">
        {onward !== null && (
          <Button size="md" onClick={() => go(onward.to)}>
            {onward.label}
          </Button>
        )}
        {onward?.to !== 'cards' && cards.length > 0 && (
          <Button variant="subtle" onClick={() => go('cards')}>
            {cards.some((card) => !card.seen) ? t('seeCards') : t('seeCardsAgain')}
          </Button>
        )}
        {onward?.to !== 'quiz' && (!isOver || attempt !== null) && (
          <Button variant="subtle" onClick={() => go('quiz')}>
            {isOver ? t('yourAnswers') : quizLinkLabelOf(module)}
          </Button>
        )}
        {isOver && (
          <TextLink to="/$workspace/training/$module/practice" params={{ module: module_id }}>
            {t('practiseMissedCards')}
          </TextLink>
        )}
      </Group>
    </>
  );
}

interface NewerProps {
  newer: NewerRevision;
  enrollment: string;
  moduleId: string;
}

/** Offers a newer version that was published meanwhile, with its changes. */
function Newer({ newer, enrollment, moduleId }: NewerProps) {
  const utils = trpc.useUtils();
  const upgrading = trpc.learning.upgrade.useMutation({
    onSettled: () => utils.learning.open.invalidate(learningOpenInputOf(moduleId)),
  });
  const changes = [...changed(newer.cards, CARDS), ...changed(newer.questions, QUESTIONS)];
  return (
    <Alert title={t('newerVersionAvailable')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {newer.outdated
            ? t('versionCantBeFinished')
            : t('finishVersionBy', { time: formatTimeToTheSecond(newer.finish_by) })}{' '}
          {t('unchangedStaysDone')}
        </Text>
        <ul className={classes.facts}>
          {changes.length === 0 ? <li>{t('onlySettingsChanged')}</li> : null}
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
        {upgrading.error !== null && (
          <FailedState what={t('failedToSwitchVersion')} problem={toDisplayableProblem(upgrading.error)} />
        )}
        <Button
          size="xs"
          // Going on with an outdated version is impossible, so that switching is the only step then.
          variant={newer.outdated ? 'filled' : 'default'}
          loading={upgrading.isPending}
          onClick={() => upgrading.mutate({ enrollment_id: enrollment, revision: newer.revision })}
        >
          {t('switchVersion')}
        </Button>
      </Stack>
    </Alert>
  );
}

const CARDS = { added: 'cardsAdded', changed: 'cardsChanged', removed: 'cardsRemoved' } as const;
const QUESTIONS = { added: 'questionsAdded', changed: 'questionsChanged', removed: 'questionsRemoved' } as const;

function changed(ids: NewerRevision['cards'], keys: typeof CARDS | typeof QUESTIONS): string[] {
  return (['added', 'changed', 'removed'] as const)
    .filter((change) => ids[change].length > 0)
    .map((change) => t(keys[change], { count: ids[change].length }));
}
