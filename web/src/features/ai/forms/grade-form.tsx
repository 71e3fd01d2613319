import { Button, Group, Stack, TextInput, Textarea } from '@mantine/core';
import { GradeOralAnswer } from '@training/shared/ai/ai-features';
import { AI_LIMITS } from '@training/shared/ai/ai-sources';
import { z } from 'zod';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { RestoredNotice } from '../../../ui/forms/restored-notice.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import { LanguageField, LanguageSelect } from './languages.tsx';
import { linesOf } from './lines-of.ts';
import { useOpenJob } from '../jobs/open-job.ts';
import { LengthOf } from './source-fields.tsx';
import { SpokenAnswer } from './spoken-answer.tsx';
import { useStartJob } from '../jobs/start-job.ts';

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
    const where = typeof place === 'number' ? `Point ${place + 1}: ` : `At most ${AI_LIMITS.criteria} points. `;
    ctx.addIssue(isEmpty ? 'Write at least one point' : `${where}${issue?.message ?? ''}`);
    return z.NEVER;
  }),
  transcript,
  language: LanguageField,
});

const EMPTY: z.input<typeof GradeValues> = { question: '', rubric: '', transcript: '', language: '' };

/** @param recording The job whose transcript is graded, or null. */
export function GradeForm({ recording }: { recording: string | null }) {
  const startJob = useStartJob();
  const openJob = useOpenJob();
  const { form, problem, onSubmit, words } = useContractForm(GradeValues, EMPTY, ['grade']);
  const send = async (input: GradeOralAnswer) => {
    await openJob((await startJob.mutateAsync({ feature: 'oral_grading', input })).id);
  };
  return (
    <form noValidate onSubmit={onSubmit(send)}>
      <Stack maw="46rem">
        <RestoredNotice words={words} />
        <TextInput label="Question" autoComplete="off" {...form.getInputProps('question')} />
        <Textarea
          label="What a full answer mentions"
          description={`One point a line, at most ${AI_LIMITS.criteria}.`}
          autosize
          minRows={4}
          maxRows={12}
          {...form.getInputProps('rubric')}
        />
        <SpokenAnswer recording={recording} onText={(text) => form.setFieldValue('transcript', text)} />
        <div>
          <Textarea
            label="Answer"
            description="Type it, or take it from a recording. Correct any mistakes in the transcript."
            autosize
            minRows={5}
            maxRows={14}
            {...form.getInputProps('transcript')}
          />
          <LengthOf text={form.values.transcript} max={AI_LIMITS.transcript} />
        </div>
        <LanguageSelect label="Language of the comments" none="As the answer" {...form.getInputProps('language')} />
        {problem !== null && <FailedState what="couldn’t start" problem={problem} />}
        <Group>
          <Button type="submit" loading={form.submitting}>
            Grade
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
