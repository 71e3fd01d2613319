import { Loader, Stack } from '@mantine/core';
import type { SpokenAnswer } from '@training/shared/grading';
import { useEffect } from 'react';
import { trpc } from '../../../lib/trpc.ts';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { useStudiedModule } from '../study/use-studied-module.ts';
import { AppealForm } from './appeal-form.tsx';
import { GradeReport } from './grade-report.tsx';
import { TranscriptForm } from './transcript-form.tsx';
import { Note } from '../../../ui/note.tsx';
import { Quotation } from '../../../ui/texts/quotation.tsx';

/** How often is asked for what is being transcribed or graded, in milliseconds. */
const ASK_EVERY = 2_500;

/** What has become of a spoken answer: its transcript, its grade, and what can be done about it. */
export function SpokenState({ answerId, moduleId }: { answerId: string; moduleId: string }) {
  const answer = trpc.grading.answer.useQuery(
    { answer_id: answerId },
    {
      refetchInterval: ({ state }) => {
        const of = state.data?.state;
        return of === 'transcribing' || of === 'grading' ? ASK_EVERY : false;
      },
    },
  );
  const { reload } = useStudiedModule(moduleId);
  const state = answer.data?.state;
  useEffect(() => {
    // A grade may end the attempt, and complete the module.
    if (state === 'graded') void reload();
    // oxlint-disable-next-line react/exhaustive-deps -- reloading is new at each render and does the same
  }, [state]);
  return (
    <PageState query={answer} what="your answer">
      {(found) => (
        <Stack gap="sm" align="stretch">
          <Said answer={found} />
          <Standing answer={found} />
          {found.correct_by !== null && found.transcript !== null && (
            <TranscriptForm answerId={answerId} transcript={found.transcript} />
          )}
          <GradeReport answer={found} />
          <AppealForm answer={found} />
        </Stack>
      )}
    </PageState>
  );
}

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
};

function Standing({ answer: { state, correct_by, trainer_reason } }: { answer: SpokenAnswer }) {
  if (state === 'transcribing' && correct_by === null) return <Busy>Transcribing your answer…</Busy>;
  if (state === 'grading') return <Busy>Grading your answer…</Busy>;
  if (state !== 'trainer') return null;
  return (
    <Note title="A trainer will grade it">
      {trainer_reason !== null && `${REASONS[trainer_reason]} `}You don’t have to wait: the result will appear in your
      training.
    </Note>
  );
}

function Busy({ children }: { children: string }) {
  return <Note icon={<Loader size={18} aria-hidden />}>{children} You don’t have to wait.</Note>;
}
