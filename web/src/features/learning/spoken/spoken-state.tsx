import { Button, Group, Loader, Stack, Text, Textarea } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { Grade, OwnSpokenAnswer, SpokenAnswerTranscript } from '@training/shared/grading/grading';
import type { MessageKey } from '@training/shared/i18n/translator';
import { SPOKEN_ANSWER_LIMITS } from '@training/shared/grading/grading-limits';
import { liveTopics } from '@training/shared/live';
import { useEffect, useState } from 'react';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useStoredFormState } from '../../../lib/unsaved-input/use-stored-form-input.ts';
import { formatTimeToTheSecond } from '../../../lib/i18n/dates.ts';
import { formatPercent } from '../../../lib/i18n/in-words.ts';
import { RestoredNotice } from '../../../ui/forms/restored-notice.tsx';
import { Note } from '../../../ui/note.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import { Quotation } from '../../../ui/quotation.tsx';
import { TimeUntil } from '../../../ui/time.tsx';
import classes from '../learning.module.css';
import { useUpdateCachedStudiedModule } from '../use-update-studied-module.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('learning');

interface TranscriptFormProps {
  answerId: string;
  transcript: SpokenAnswerTranscript;
  /** The deadline, after which the answer is graded unchanged. */
  correctBy: string;
  onConfirmed: () => void;
}

/** Asks the speaker to confirm the transcript, or to correct it once. */
function TranscriptForm({ answerId, transcript, correctBy, onConfirmed }: TranscriptFormProps) {
  const { values, change, storedInput } = useStoredFormState(['transcript', answerId], { words: transcript.text });
  const { words } = values;
  const utils = trpc.useUtils();
  const confirming = trpc.grading.confirmTranscript.useMutation({
    onSuccess: (answer) => {
      storedInput.sent();
      utils.grading.answer.setData({ answer_id: answerId }, answer);
      onConfirmed();
    },
    onError: () => void utils.grading.answer.invalidate({ answer_id: answerId }),
  });
  const isChanged = words !== transcript.text;
  return (
    <Stack gap="xs" align="stretch">
      <RestoredNotice storedInput={storedInput} />
      <Textarea
        label={t('whatWeHeard')}
        description={t.nodes('checkTextThenConfirm', { until: () => <TimeUntil at={correctBy} /> })}
        autosize
        minRows={3}
        maxLength={SPOKEN_ANSWER_LIMITS.answer}
        value={words}
        onChange={(event) => change({ words: event.currentTarget.value })}
      />
      {confirming.error !== null && (
        <FailedState what={t('failedToSaveYourAnswer')} problem={toDisplayableProblem(confirming.error)} />
      )}
      <Group gap="sm">
        <Button
          size="md"
          loading={confirming.isPending}
          disabled={words.trim() === ''}
          onClick={() => confirming.mutate({ answer_id: answerId, ...(isChanged && { text: words }) })}
        >
          {isChanged ? t('saveCorrection') : t('thatIsWhatISaid')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Milliseconds between polls while an answer is being transcribed or graded and live updates are unavailable. */
const ASK_EVERY = 3_000;

/** The state of a spoken answer: its transcript, its grades, and the possible actions. */
export function SpokenAnswerState({ answerId, moduleId }: { answerId: string; moduleId: string }) {
  const query = trpc.grading.answer.useQuery({ answer_id: answerId });
  // A trainer's grade, an appeal or a correction may arrive at any time.
  const answer = useLiveQuery(query, {
    topic: liveTopics.answer(answerId),
    ...(query.data !== undefined && isBusy(query.data) && { interval: ASK_EVERY }),
  });
  const { reload } = useUpdateCachedStudiedModule(moduleId);
  const grades = answer.data?.state === 'graded' ? answer.data.grades.length : 0;
  useEffect(() => {
    // Each grade may end the attempt and complete the module.
    if (grades > 0) void reload();
    // oxlint-disable-next-line react/exhaustive-deps -- `reload` is a new function on each render with the same effect
  }, [grades]);
  return (
    <PageState query={answer} what={t('theAnswer')}>
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

const isBusy = ({ state }: OwnSpokenAnswer) => state === 'transcribing' || state === 'grading';

function Said({ answer: { typed, transcript, correct_by } }: { answer: OwnSpokenAnswer }) {
  const words = typed ?? transcript?.corrected ?? transcript?.text;
  if (words === undefined || correct_by !== null) return null;
  return <Quotation>{words === '' ? t('weHeardNothing') : words}</Quotation>;
}

const REASONS = {
  no_key: 'reasonNoKey',
  failed: 'reasonFailed',
  late: 'reasonLate',
  nothing_heard: 'reasonNothingHeard',
  unsure: 'reasonUnsure',
  corrected: 'reasonCorrected',
} as const satisfies Record<NonNullable<OwnSpokenAnswer['trainer_reason']>, MessageKey<'learning'>>;

function Standing({ answer: { state, correct_by, trainer_reason } }: { answer: OwnSpokenAnswer }) {
  if (state === 'transcribing' && correct_by === null) {
    return <Busy>{t('transcribing')}</Busy>;
  }
  if (state === 'grading') return <Busy>{t('gradingAnswer')}</Busy>;
  if (state !== 'trainer') return null;
  return (
    <Note title={t('trainerWillGrade')}>
      {trainer_reason !== null && `${t(REASONS[trainer_reason])} `}
      {t('resultWillAppear')}
    </Note>
  );
}

function Busy({ children }: { children: string }) {
  return <Note icon={<Loader size={18} aria-hidden />}>{children}</Note>;
}

/** Appeals a grade, once. A different person reviews it. */
function AppealForm({ answer: { answer_id, appeal, appeal_by } }: { answer: OwnSpokenAnswer }) {
  const { values, change, storedInput } = useStoredFormState(['appeal', answer_id], { words: '' });
  const { words } = values;
  const [isOpen] = useState(storedInput.restored !== null);
  const utils = trpc.useUtils();
  const appealing = trpc.grading.appeal.useMutation({
    onSuccess: (answer) => {
      storedInput.sent();
      utils.grading.answer.setData({ answer_id }, answer);
    },
  });
  if (appeal !== null && appeal.decided_at === null) {
    return <Note title={t('appealSent')}>{t('someoneElseWillCheck')}</Note>;
  }
  if (appeal_by === null) return null;
  return (
    <details open={isOpen}>
      <summary>{t('isGradeWrong')}</summary>
      <Stack gap="xs" mt="xs" align="stretch">
        <RestoredNotice storedInput={storedInput} />
        <Text size="sm" c="dimmed">
          {t(appeal === null ? 'youCanAppeal' : 'youCanAppealAgain', { time: formatTimeToTheSecond(appeal_by) })}
        </Text>
        <Textarea
          label={t('whatIsWrong')}
          autosize
          minRows={2}
          maxLength={SPOKEN_ANSWER_LIMITS.words}
          value={words}
          onChange={(event) => change({ words: event.currentTarget.value })}
        />
        {appealing.error !== null && (
          <FailedState what={t('failedToSendAppeal')} problem={toDisplayableProblem(appealing.error)} />
        )}
        <Button
          me="auto"
          variant="default"
          disabled={words.trim() === ''}
          loading={appealing.isPending}
          onClick={() => appealing.mutate({ answer_id, words })}
        >
          {t('appeal')}
        </Button>
      </Stack>
    </details>
  );
}

/** All grades of an answer with their justification. The last one counts. */
function GradeReport({ answer: { grades } }: { answer: OwnSpokenAnswer }) {
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
    <Note color={score === 1 ? 'green' : 'gray'} title={t('gradeBy', { score: formatPercent(score), kind, by })}>
      <Stack gap="xs">
        {criteria !== null && (
          <ul className={classes.list}>
            {criteria.map(({ criterion, met, evidence, comment: remark }, index) => (
              // Criteria are a fixed list, and two may have the same text.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className={classes.criterion}>
                {met ? (
                  <IconCircleCheck size={18} aria-label={t('met')} />
                ) : (
                  <IconCircleX size={18} aria-label={t('notMet')} />
                )}
                <div className={classes.words}>
                  <Text size="sm" fw={600} dir="auto">
                    {criterion ?? t('notMetShownWithSolutions')}
                  </Text>
                  {evidence !== null && (
                    <Text size="sm" dir="auto">
                      {t('quoted', { text: evidence })}
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
