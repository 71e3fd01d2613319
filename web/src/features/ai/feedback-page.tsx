import { Button, Group, Radio, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { AnalyseFeedback } from '@training/shared/ai/ai-features';
import { AI_LIMITS } from '@training/shared/ai/ai-limits';
import { useDeferredValue } from 'react';
import { z } from 'zod';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { RestoredNotice } from '../../ui/forms/restored-notice.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { WhereAvailable } from './features/availability.tsx';
import { LanguageSelect, LanguageField } from './forms/languages.tsx';
import { useOpenJob } from './jobs/use-job.ts';
import { useStartJob } from './jobs/start-job.ts';
import { ToAi } from './features/to-ai.tsx';

export function FeedbackPage() {
  return (
    <>
      <PageHeader
        above={<ToAi />}
        title="Analyse feedback"
        description="What comments have in common, how they sound and what you could do. Leave out names: comments are sent to the AI provider."
      />
      <WhereAvailable feature="feedback_analysis">
        <FeedbackForm />
      </WhereAvailable>
    </>
  );
}

const EMPTY: z.input<typeof FeedbackValues> = { subject: '', text: '', separator: 'line', language: '' };

function FeedbackForm() {
  const startJob = useStartJob();
  const openJob = useOpenJob();
  const { form, problem, onSubmit, words } = useContractForm(FeedbackValues, EMPTY, ['analyse feedback']);
  const send = async (input: AnalyseFeedback) => {
    await openJob((await startJob.mutateAsync({ feature: 'feedback_analysis', input })).id);
  };
  const { text, separator } = form.values;
  return (
    <form noValidate onSubmit={onSubmit(send)}>
      <Stack maw="46rem">
        <RestoredNotice words={words} />
        <TextInput
          label="What they are about"
          description="Optional, such as the course’s title."
          autoComplete="off"
          {...form.getInputProps('subject')}
        />
        <div>
          <Textarea label="Comments" autosize minRows={8} maxRows={18} {...form.getInputProps('text')} />
          <CommentCount text={text} separator={separator} />
        </div>
        <Radio.Group label="How they are separated" {...form.getInputProps('separator')}>
          <Group gap="lg" mt="xs">
            <Radio value="line" label="Each line is a comment" />
            <Radio value="blank_line" label="A blank line after each" />
          </Group>
        </Radio.Group>
        <LanguageSelect label="Language of the analysis" none="As the comments" {...form.getInputProps('language')} />
        {problem !== null && <FailedState what="couldn’t start" problem={problem} />}
        <Group>
          <Button type="submit" loading={form.submitting}>
            Analyse
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function CommentCount({ text, separator }: { text: string; separator: Separator }) {
  const { length } = commentsOf(useDeferredValue(text), separator);
  const isTooMany = length > AI_LIMITS.comments;
  return (
    <Text
      component="output"
      display="block"
      size="xs"
      c={isTooMany ? 'var(--mantine-color-error)' : 'dimmed'}
      mt={4}
      ta="end"
    >
      {length === 1 ? '1 comment' : `${length.toLocaleString()} comments`}, of at most {AI_LIMITS.comments}
    </Text>
  );
}

const Separator = z.enum(['line', 'blank_line']);
type Separator = z.infer<typeof Separator>;

/** Splits a pasted text into comments, in their order. */
function commentsOf(text: string, separator: Separator): string[] {
  const parts = text.split(separator === 'line' ? /\r?\n/ : /\r?\n(?:[^\S\n]*\r?\n)+/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

const { comments: Comments, subject } = AnalyseFeedback.shape;

/** The form's values. An error in one comment is reported on the whole field, with the comment's position. */
const FeedbackValues = z
  .object({ subject, text: z.string(), separator: Separator, language: LanguageField })
  .transform(({ text, separator, ...rest }, ctx) => {
    const comments = Comments.safeParse(commentsOf(text, separator));
    if (comments.success) return { ...rest, comments: comments.data };
    const [issue] = comments.error.issues;
    const place = issue?.path[0];
    const message = sayWrong(issue?.message ?? '', place, commentsOf(text, separator).length);
    ctx.addIssue({ code: 'custom', path: ['text'], message });
    return z.NEVER;
  });

function sayWrong(message: string, place: PropertyKey | undefined, count: number): string {
  if (typeof place === 'number') return `Comment ${place + 1}: ${message}`;
  return count === 0 ? 'Paste at least one comment' : `These are ${count} comments. ${message}`;
}
