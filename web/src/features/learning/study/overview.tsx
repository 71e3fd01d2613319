import { Alert, Button, Group, Progress, Rating, Stack, Text, Textarea } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { NewerRevision, StudiedModule } from '@training/shared/learning/learning';
import { useId, useState } from 'react';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useKeptState } from '../../../lib/autosave/use-kept-words.ts';
import { exactTime } from '../../../lib/i18n/dates.ts';
import { dayInWords, lastDayIn, localDayOf, percent } from '../../../lib/i18n/in-words.ts';
import { counted } from '../../../lib/i18n/numbers.ts';
import { useWorkspace } from '../../../lib/workspace.ts';
import { RestoredNotice } from '../../../ui/forms/restored-notice.tsx';
import { Note } from '../../../ui/note.tsx';
import { notify } from '../../../ui/notify.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { dueInWords } from '../due-words.ts';
import { History } from '../history.tsx';
import classes from '../learning.module.css';
import { NoAttemptsLeft } from '../quiz/quiz.tsx';
import { CertificateLink } from '../training/certificate-link.tsx';
import { Why } from '../training/why.tsx';
import { nextStep, quizLabel, waitsFor } from './next-step.ts';

/** Feedback on a module for its trainers. */
function FeedbackForm({ module, enrollment }: { module: StudiedModule; enrollment: string }) {
  const { values, change, words } = useKeptState(['feedback on a training', enrollment], {
    rating: module.feedback?.rating ?? 0,
    comment: module.feedback?.comment ?? '',
  });
  const { rating, comment } = values;
  const [isOpen] = useState(words.restored !== null);
  const utils = trpc.useUtils();
  const label = useId();
  const sending = trpc.learning.feedback.useMutation({
    onSuccess: () => {
      words.sent();
      notify('Your feedback was sent to your trainers.');
      void utils.learning.open.invalidate({ module_id: module.module_id });
    },
  });
  const said = { rating: rating === 0 ? null : rating, comment: comment.trim() === '' ? null : comment };
  return (
    <details open={isOpen}>
      <summary>{module.feedback === null ? 'Give feedback' : 'Change feedback'}</summary>
      <Stack gap="xs" mt="xs" align="stretch">
        <RestoredNotice words={words} />
        <Group gap="xs">
          <Text size="sm" id={label}>
            Rating
          </Text>
          <Rating
            value={rating}
            onChange={(next) => change({ rating: next })}
            aria-labelledby={label}
            getSymbolLabel={(value) => `${value} of 5`}
          />
        </Group>
        <Textarea
          label="What could be better?"
          autosize
          minRows={2}
          maxLength={2_000}
          value={comment}
          onChange={(event) => change({ comment: event.currentTarget.value })}
        />
        {sending.error !== null && (
          <FailedState what="Couldn’t send your feedback" problem={problemOf(sending.error)} />
        )}
        <Button
          mr="auto"
          variant="default"
          disabled={said.rating === null && said.comment === null}
          loading={sending.isPending}
          onClick={() => sending.mutate({ enrollment_id: enrollment, ...said })}
        >
          Send
        </Button>
      </Stack>
    </details>
  );
}

interface CompletedProps {
  module: StudiedModule;
  cycle: NonNullable<StudiedModule['cycle']>;
}

/** The completion: its date, score and expiry. */
function Completed({ module, cycle: { completed_at, score, enrollment_id } }: CompletedProps) {
  const { workspace } = useWorkspace();
  if (completed_at === null) return null;
  const { expires_at, time_zone } = module;
  const until = expires_at === null ? null : lastDayIn(expires_at, time_zone);
  return (
    <Note color="green" icon={<IconCircleCheck aria-hidden />} title="Completed">
      <Text size="sm" mb={4}>
        On {dayInWords(localDayOf(completed_at, time_zone))}
        {score !== null && `, with ${percent(score)}`}
        {until !== null && `. Valid until ${dayInWords(until)}`}.
      </Text>
      <CertificateLink workspace={workspace.slug} enrollment={enrollment_id} title={module.revision.title} />
    </Note>
  );
}

/** The requirements of a module, the learner's progress, and the next step. */
export function Overview({ module }: { module: StudiedModule }) {
  const { cycle, cards, questions, revision, newer } = module;
  const seen = cards.filter((card) => card.seen).length;
  const [now] = useState(() => new Date().toISOString());
  const today = localDayOf(now, module.time_zone);
  const due = cycle && dueInWords(cycle, today);
  return (
    <Stack gap="md" align="stretch">
      {cycle?.completed_at != null && <Completed module={module} cycle={cycle} />}
      {newer !== null && cycle !== null && cycle.completed_at === null && (
        <Newer newer={newer} enrollment={cycle.enrollment_id} moduleId={module.module_id} />
      )}
      {due !== null && due !== undefined && cycle?.completed_at == null && (
        <Text fw={600} c={cycle?.overdue ? 'red' : undefined}>
          {due}
        </Text>
      )}
      {module.certification === 'expired' && module.expires_at !== null && cycle?.completed_at == null && (
        <Text>Your certificate expired {dayInWords(lastDayIn(module.expires_at, module.time_zone))}.</Text>
      )}
      <ul className={classes.facts}>
        <li>
          {counted(cards.length, 'card')}
          {cycle !== null && seen > 0 && `, ${seen} seen`}
        </li>
        <li>{counted(questions.length, 'question')}</li>
        <li>
          {revision.validity_days === null ? 'Never expires' : `Valid for ${counted(revision.validity_days, 'day')}`} ·
          Pass mark {percent(revision.pass_score)}
        </li>
        <li>
          {counted(module.attempts_allowed, 'attempt')}
          {(cycle ? cycle.completed_at === null : module.attempts_left < module.attempts_allowed) &&
            `, ${module.attempts_left} left`}
        </li>
      </ul>
      {cycle !== null && cycle.status !== 'not_started' && (
        <Progress value={cycle.progress * 100} aria-label="Progress" />
      )}
      <NextStep module={module} />
      {cycle !== null && <Why why={cycle.why} timeZone={module.time_zone} />}
      <History moduleId={module.module_id} />
      {cycle !== null && cycle.status !== 'not_started' && (
        <FeedbackForm key={cycle.enrollment_id} module={module} enrollment={cycle.enrollment_id} />
      )}
    </Stack>
  );
}

function NextStep({ module }: { module: StudiedModule }) {
  const { module_id, cycle, cards, attempt, newer, certification } = module;
  const navigate = useNavigate({ from: '/$workspace/training/$module' });
  const { workspace } = useWorkspace();
  const utils = trpc.useUtils();
  const go = (step: 'cards' | 'quiz') => void navigate({ search: { step } });
  const first = cards.length > 0 ? 'cards' : 'quiz';
  const starting = trpc.learning.start.useMutation({
    onSuccess: async () => {
      await utils.learning.open.invalidate({ module_id });
      void utils.learning.mine.invalidate();
      go(first);
    },
  });
  const isDone = cycle !== null && cycle.completed_at !== null;
  const renews = isDone && (certification === 'due_soon' || certification === 'expired');
  const begin = (
    <Stack gap="xs" align="flex-start">
      {starting.error !== null && <FailedState what="Couldn’t start" problem={problemOf(starting.error)} />}
      <Button size="md" loading={starting.isPending} onClick={() => starting.mutate({ module_id })}>
        {renews ? 'Renew' : 'Start'}
      </Button>
    </Stack>
  );
  if (cycle === null || cycle.status === 'not_started') return begin;
  if (newer?.outdated && cycle.completed_at === null) return null;
  const waits = waitsFor(module);
  const next = nextStep(module);
  const onward = next === null || next.to === 'start' ? null : { label: next.label, to: next.to };
  return (
    <>
      {renews && begin}
      {waits === 'learner' && !isDone && (
        <Alert color="yellow" title="Your turn">
          Check what we heard. Your answers are graded once you confirm, or as we heard them 15 minutes after the
          transcript.
        </Alert>
      )}
      {waits === 'others' && !isDone && (
        <Alert title="Your answers are being graded">
          You don’t have to wait: the result will appear here and in your training.
        </Alert>
      )}
      {attempt?.state === 'failed' && module.attempts_left === 0 && !isDone && <NoAttemptsLeft />}
      <Group gap="sm">
        {onward !== null && (
          <Button size="md" onClick={() => go(onward.to)}>
            {onward.label}
          </Button>
        )}
        {onward?.to !== 'cards' && cards.length > 0 && (
          <Button variant="subtle" onClick={() => go('cards')}>
            {cards.some((card) => !card.seen) ? 'See cards' : 'See cards again'}
          </Button>
        )}
        {onward?.to !== 'quiz' && (!isDone || attempt !== null) && (
          <Button variant="subtle" onClick={() => go('quiz')}>
            {isDone ? 'Your answers' : quizLabel(module)}
          </Button>
        )}
        {isDone && (
          <TextLink
            to="/$workspace/training/$module/practice"
            params={{ workspace: workspace.slug, module: module_id }}
          >
            Practise missed cards
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
    onSettled: () => utils.learning.open.invalidate({ module_id: moduleId }),
  });
  const changes = [...changed(newer.cards, 'card'), ...changed(newer.questions, 'question')];
  return (
    <Alert title="A newer version is available">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {newer.outdated
            ? 'The version that you started can no longer be finished.'
            : `Finish the version that you started by ${exactTime(newer.finish_by)}, or switch to the newer one.`}{' '}
          What hasn’t changed stays done.
        </Text>
        <ul className={classes.facts}>
          {changes.length === 0 ? <li>Only settings have changed.</li> : null}
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
        {upgrading.error !== null && (
          <FailedState what="Couldn’t switch to the newer version" problem={problemOf(upgrading.error)} />
        )}
        <Button
          size="xs"
          // Going on with an outdated version is impossible, so that switching is the only step then.
          variant={newer.outdated ? 'filled' : 'default'}
          loading={upgrading.isPending}
          onClick={() => upgrading.mutate({ enrollment_id: enrollment, revision: newer.revision })}
        >
          Switch to newer version
        </Button>
      </Stack>
    </Alert>
  );
}

function changed({ added, changed: other, removed }: NewerRevision['cards'], what: string): string[] {
  const say = (ids: string[], verb: string) =>
    ids.length === 0 ? [] : [`${ids.length} ${ids.length === 1 ? what : `${what}s`} ${verb}`];
  return [...say(added, 'added'), ...say(other, 'changed'), ...say(removed, 'removed')];
}
