import { Button, Group, Stack, TextInput, Textarea, Alert, Text } from '@mantine/core';
import { GradeOralAnswer } from '@training/shared/ai/ai-features';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { z } from 'zod';
import { IconMicrophone } from '@tabler/icons-react';
import { AI_FEATURE_CAPABILITIES } from '@training/shared/ai/ai-feature-capabilities';
import { useEffect, useEffectEvent, useState } from 'react';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { RestoredNotice } from '../../../ui/forms/restored-notice.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import { OptionalLanguageTag, LanguageSelect } from './languages.tsx';
import { useNavigateToJob, useJob } from '../jobs/use-job.ts';
import { CharacterCount } from './source-fields.tsx';
import { useStartJob } from '../jobs/start-job.ts';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { whyFeatureUnavailable } from '../features/if-feature-available.tsx';
import { jobProblemOf } from '../jobs/job-outcome.tsx';
import { JobProgress } from '../jobs/job-state.tsx';
import { RecordingForm } from './recording-form.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

const { question, rubric: Rubric, transcript } = GradeOralAnswer.shape;

/** The form's values. An error in one point of the rubric is reported on the whole field, with the point's position. */
const GradeValues = z.object({
  question,
  rubric: z.string().transform((text, ctx) => {
    const points = Rubric.safeParse(linesOf(text));
    if (points.success) return points.data;
    const [issue] = points.error.issues;
    const place = issue?.path[0];
    const isEmpty = linesOf(text).length === 0;
    const message = issue?.message ?? '';
    const wrong =
      typeof place === 'number'
        ? t('pointIs', { number: place + 1, message })
        : t('tooManyPoints', { most: AI_INPUT_LIMITS.criteria, message });
    ctx.addIssue(isEmpty ? t('writeAtLeastOne') : wrong);
    return z.NEVER;
  }),
  transcript,
  language: OptionalLanguageTag,
});

const EMPTY: z.input<typeof GradeValues> = { question: '', rubric: '', transcript: '', language: '' };

/** @param recording The job whose transcript is graded, or null. */
export function OralGradingForm({ recording }: { recording: string | null }) {
  const startJob = useStartJob();
  const openJob = useNavigateToJob();
  const { form, problem, onSubmit, storedInput } = useContractForm(GradeValues, EMPTY, ['grade']);
  const send = async (input: GradeOralAnswer) => {
    await openJob((await startJob.mutateAsync({ feature: 'oral_grading', input })).id);
  };
  return (
    <form noValidate onSubmit={onSubmit(send)}>
      <Stack maw="46rem">
        <RestoredNotice storedInput={storedInput} />
        <TextInput label={t('question')} autoComplete="off" {...form.getInputProps('question')} />
        <Textarea
          label={t('whatFullAnswerMentions')}
          description={t('onePointLine', { most: AI_INPUT_LIMITS.criteria })}
          autosize
          minRows={4}
          maxRows={12}
          {...form.getInputProps('rubric')}
        />
        <SpokenAnswer recording={recording} onText={(text) => form.setFieldValue('transcript', text)} />
        <div>
          <Textarea
            label={t('answer')}
            description={t('typeTakeFromRecording')}
            autosize
            minRows={5}
            maxRows={14}
            {...form.getInputProps('transcript')}
          />
          <CharacterCount text={form.values.transcript} max={AI_INPUT_LIMITS.transcript} />
        </div>
        <LanguageSelect label={t('languageComments')} none={t('asTheAnswer')} {...form.getInputProps('language')} />
        {problem !== null && <FailedState what={t('failedToStart')} problem={problem} />}
        <Group>
          <Button type="submit" loading={form.submitting}>
            {t('grade')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Returns the trimmed lines that aren't blank. */
function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

interface SpokenAnswerProps {
  /** A finished transcription job, or null. */
  recording: string | null;
  onText: (text: string) => void;
}

/** Fills the answer from a recording. Typing stays possible meanwhile, and if transcription is unavailable. */
function SpokenAnswer({ recording, onText }: SpokenAnswerProps) {
  const availability = trpc.ai.availability.useQuery();
  const [id, setId] = useState(recording);
  const [isOpen, setOpen] = useState(false);
  if (availability.data?.[AI_FEATURE_CAPABILITIES.speech_to_text.capability] === false) {
    return <Text c="dimmed">{t('cantTakeRecording', { why: whyFeatureUnavailable('speech_to_text') })}</Text>;
  }
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" leftSection={<IconMicrophone size={16} aria-hidden />} onClick={() => setOpen(true)}>
          {t('takeAnswerFromRecording')}
        </Button>
      </Group>
      {id !== null && <Transcription key={id} id={id} onText={onText} />}
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('answerFromRecording')} size="lg">
        <RecordingForm
          onStarted={(job) => {
            setId(job);
            setOpen(false);
          }}
        />
      </Dialog>
    </Stack>
  );
}

function Transcription({ id, onText }: { id: string; onText: (text: string) => void }) {
  const job = useJob(id);
  const text = job.data?.feature === 'speech_to_text' ? job.data.result?.text : undefined;
  const takeOver = useEffectEvent(onText);
  useEffect(() => {
    if (text !== undefined) takeOver(text);
  }, [text]);
  if (job.error !== null)
    return <FailedState what={t('failedToFindRecording')} problem={toDisplayableProblem(job.error)} />;
  if (job.data === undefined) return null;
  switch (job.data.state) {
    case 'queued':
    case 'running':
      return <JobProgress job={job.data} />;
    case 'parked':
      return <Alert color="orange">{t('waitsForKey')}</Alert>;
    case 'succeeded':
      return <Text component="output">{t('transcriptBelowCheck')}</Text>;
    case 'failed':
      return <FailedState what={t('failed.speech_to_text')} problem={jobProblemOf(job.data)} />;
    case 'cancelled':
      return <Text component="output">{t('transcriptionCancelled')}</Text>;
  }
}
