import { Button, Group, Loader, Stack, Text, Textarea } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { Grade, SpokenAnswer, Transcript } from '@training/shared/grading/grading';
import { GRADING } from '@training/shared/grading/grading-limits';
import { topics } from '@training/shared/live';
import { useEffect, useState } from 'react';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useKeptState } from '../../../lib/autosave/use-kept-words.ts';
import { exactTime } from '../../../lib/i18n/dates.ts';
import { percent } from '../../../lib/i18n/in-words.ts';
import { RestoredNotice } from '../../../ui/forms/restored-notice.tsx';
import { Note } from '../../../ui/note.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import { Quotation } from '../../../ui/quotation.tsx';
import { TimeUntil } from '../../../ui/time.tsx';
import classes from '../learning.module.css';
import { useStudiedModule } from '../use-studied-module.ts';

interface TranscriptFormProps {
  answerId: string;
  transcript: Transcript;
  /** The deadline, after which the answer is graded unchanged. */
  correctBy: string;
  onConfirmed: () => void;
}

/** Asks the speaker to confirm the transcript, or to correct it once. */
function TranscriptForm({ answerId, transcript, correctBy, onConfirmed }: TranscriptFormProps) {
  const { values, change, words: kept } = useKeptState(['transcript', answerId], { words: transcript.text });
  const { words } = values;
  const utils = trpc.useUtils();
  const confirming = trpc.grading.confirmTranscript.useMutation({
    onSuccess: (answer) => {
      kept.sent();
      utils.grading.answer.setData({ answer_id: answerId }, answer);
      onConfirmed();
    },
    onError: () => void utils.grading.answer.invalidate({ answer_id: answerId }),
  });
  const isChanged = words !== transcript.text;
  return (
    <Stack gap="xs" align="stretch">
      <RestoredNotice words={kept} />
      <Textarea
        label="What we heard"
        description={
          <>
            Check the text, then confirm. You can correct it once. Without you, it’s graded as it is{' '}
            <TimeUntil at={correctBy} />.
          </>
        }
        autosize
        minRows={3}
        maxLength={GRADING.answer}
        value={words}
        onChange={(event) => change({ words: event.currentTarget.value })}
      />
      {confirming.error !== null && (
        <FailedState what="Couldn’t save your answer" problem={problemOf(confirming.error)} />
      )}
      <Group gap="sm">
        <Button
          size="md"
          loading={confirming.isPending}
          disabled={words.trim() === ''}
          onClick={() => confirming.mutate({ answer_id: answerId, ...(isChanged && { text: words }) })}
        >
          {isChanged ? 'Save correction' : 'That’s what I said'}
        </Button>
      </Group>
    </Stack>
  );
}

/** Milliseconds between polls while an answer is being transcribed or graded and live updates are unavailable. */
const ASK_EVERY = 3_000;

/** The state of a spoken answer: its transcript, its grades, and the possible actions. */
export function SpokenState({ answerId, moduleId }: { answerId: string; moduleId: string }) {
  const query = trpc.grading.answer.useQuery({ answer_id: answerId });
  // A trainer's grade, an appeal or a correction may arrive at any time.
  const answer = useLiveQuery(query, {
    topic: topics.answer(answerId),
    ...(query.data !== undefined && isBusy(query.data) && { interval: ASK_EVERY }),
  });
  const { reload } = useStudiedModule(moduleId);
  const grades = answer.data?.state === 'graded' ? answer.data.grades.length : 0;
  useEffect(() => {
    // Each grade may end the attempt and complete the module.
    if (grades > 0) void reload();
    // oxlint-disable-next-line react/exhaustive-deps -- `reload` is a new function on each render with the same effect
  }, [grades]);
  return (
    <PageState query={answer} what="your answer">
      {(found) => (
        <Stack gap="sm" align="stretch">
          <Said answer={found} />
          <Standing answer={found} />
          {found.correct_by !== null && found.transcript !== null && (
            <TranscriptForm
              answerId={answerId}
              transcript={found.transcript}
              correctBy={found.correct_by}
              onConfirmed={() => void reload()}
            />
          )}
          <GradeReport answer={found} />
          <AppealForm answer={found} />
        </Stack>
      )}
    </PageState>
  );
}

const isBusy = ({ state }: SpokenAnswer) => state === 'transcribing' || state === 'grading';

function Said({ answer: { typed, transcript, correct_by } }: { answer: SpokenAnswer }) {
  const words = typed ?? transcript?.corrected ?? transcript?.text;
  if (words === undefined || correct_by !== null) return null;
  return <Quotation>{words === '' ? 'We heard nothing.' : words}</Quotation>;
}

const REASONS: Record<NonNullable<SpokenAnswer['trainer_reason']>, string> = {
  no_key: 'No AI provider is set up for grading.',
  failed: 'It couldn’t be graded automatically.',
  late: 'Automatic grading took too long.',
  nothing_heard: 'We couldn’t hear anything.',
  unsure: 'Automatic grading wasn’t certain enough.',
  corrected: 'Your correction differs a lot from what we heard, so a trainer will listen to the recording.',
};

function Standing({ answer: { state, correct_by, trainer_reason } }: { answer: SpokenAnswer }) {
  if (state === 'transcribing' && correct_by === null) {
    return (
      <Busy>Transcribing your answer… Then it’s your turn: check here what we heard, so that it can be graded.</Busy>
    );
  }
  if (state === 'grading') return <Busy>Grading your answer… You don’t have to wait.</Busy>;
  if (state !== 'trainer') return null;
  return (
    <Note title="A trainer will grade it">
      {trainer_reason !== null && `${REASONS[trainer_reason]} `}You don’t have to wait: the result will appear in your
      training.
    </Note>
  );
}

function Busy({ children }: { children: string }) {
  return <Note icon={<Loader size={18} aria-hidden />}>{children}</Note>;
}

/** Appeals a grade, once. A different person reviews it. */
function AppealForm({ answer: { answer_id, appeal, appeal_by } }: { answer: SpokenAnswer }) {
  const { values, change, words: kept } = useKeptState(['appeal', answer_id], { words: '' });
  const { words } = values;
  const [isOpen] = useState(kept.restored !== null);
  const utils = trpc.useUtils();
  const appealing = trpc.grading.appeal.useMutation({
    onSuccess: (answer) => {
      kept.sent();
      utils.grading.answer.setData({ answer_id }, answer);
    },
  });
  if (appeal !== null && appeal.decided_at === null) {
    return <Note title="Appeal sent">Someone who hasn’t graded your answer will check it.</Note>;
  }
  if (appeal_by === null) return null;
  return (
    <details open={isOpen}>
      <summary>Is the grade wrong?</summary>
      <Stack gap="xs" mt="xs" align="stretch">
        <RestoredNotice words={kept} />
        <Text size="sm" c="dimmed">
          {appeal !== null && 'Your grade was lowered after your appeal was decided. '}
          You can appeal {appeal === null ? '' : 'again '}until {exactTime(appeal_by)}. Someone else checks your answer.
          All grades are kept.
        </Text>
        <Textarea
          label="What is wrong with it?"
          autosize
          minRows={2}
          maxLength={GRADING.words}
          value={words}
          onChange={(event) => change({ words: event.currentTarget.value })}
        />
        {appealing.error !== null && (
          <FailedState what="Couldn’t send your appeal" problem={problemOf(appealing.error)} />
        )}
        <Button
          mr="auto"
          variant="default"
          disabled={words.trim() === ''}
          loading={appealing.isPending}
          onClick={() => appealing.mutate({ answer_id, words })}
        >
          Appeal
        </Button>
      </Stack>
    </details>
  );
}

const BY: Record<Grade['kind'], string> = {
  model: 'Graded automatically',
  trainer: 'Graded by',
  appeal: 'Decided on appeal by',
  override: 'Changed by',
};

/** All grades of an answer with their justification. The last one counts. */
function GradeReport({ answer: { grades } }: { answer: SpokenAnswer }) {
  return (
    <>
      {grades.map((grade) => (
        <OneGrade key={grade.number} grade={grade} />
      ))}
    </>
  );
}

function OneGrade({ grade: { kind, score, by, criteria, comment } }: { grade: Grade }) {
  return (
    <Note
      color={score === 1 ? 'green' : 'gray'}
      title={`${percent(score)} · ${BY[kind]}${kind === 'model' ? '' : ` ${by}`}`}
    >
      <Stack gap="xs">
        {criteria !== null && (
          <ul className={classes.list}>
            {criteria.map(({ criterion, met, evidence, comment: remark }, index) => (
              // Criteria are a fixed list, and two may have the same text.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className={classes.criterion}>
                {met ? <IconCircleCheck size={18} aria-label="Met" /> : <IconCircleX size={18} aria-label="Not met" />}
                <div className={classes.words}>
                  <Text size="sm" fw={600} dir="auto">
                    {criterion ?? 'Not met. It is shown with the solutions.'}
                  </Text>
                  {evidence !== null && (
                    <Text size="sm" dir="auto">
                      “{evidence}”
                    </Text>
                  )}
                  {remark !== '' && (
                    <Text size="sm" c="dimmed" dir="auto">
                      {remark}
                    </Text>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
        {comment !== null && (
          <Text size="sm" dir="auto">
            {comment}
          </Text>
        )}
      </Stack>
    </Note>
  );
}
