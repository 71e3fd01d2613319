import { Button, Group, Radio, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { AnalyseFeedback } from '@training/shared/ai/ai-features';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { useDeferredValue } from 'react';
import { z } from 'zod';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { RestoredNotice } from '../../ui/forms/restored-notice.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { IfFeatureAvailable } from './features/if-feature-available.tsx';
import { LanguageSelect, OptionalLanguageTag } from './forms/languages.tsx';
import { useNavigateToJob } from './jobs/use-job.ts';
import { useStartJob } from './jobs/start-job.ts';
import { AiBreadcrumb } from './features/ai-breadcrumb.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('ai');

export function FeedbackAnalysisPage() {
  return (
    <>
      <PageHeader
        above={<AiBreadcrumb />}
        title={t('verb.feedback_analysis')}
        description={t('whatCommentsHaveCommon')}
      />
      <IfFeatureAvailable feature="feedback_analysis">
        <FeedbackForm />
      </IfFeatureAvailable>
    </>
  );
}

const EMPTY: z.input<typeof FeedbackValues> = { subject: '', text: '', separator: 'line', language: '' };

function FeedbackForm() {
  const startJob = useStartJob();
  const openJob = useNavigateToJob();
  const { form, problem, onSubmit, storedInput } = useContractForm(FeedbackValues, EMPTY, ['analyse feedback']);
  const send = async (input: AnalyseFeedback) => {
    await openJob((await startJob.mutateAsync({ feature: 'feedback_analysis', input })).id);
  };
  const { text, separator } = form.values;
  return (
    <form noValidate onSubmit={onSubmit(send)}>
      <Stack maw="46rem">
        <RestoredNotice storedInput={storedInput} />
        <TextInput
          label={t('whatTheyAbout')}
          description={t('optionalSuchAsCourses')}
          autoComplete="off"
          {...form.getInputProps('subject')}
        />
        <div>
          <Textarea label={t('comments')} autosize minRows={8} maxRows={18} {...form.getInputProps('text')} />
          <CommentCount text={text} separator={separator} />
        </div>
        <Radio.Group label={t('howTheySeparated')} {...form.getInputProps('separator')}>
          <Group gap="lg" mt="xs">
            <Radio value="line" label={t('eachLineComment')} />
            <Radio value="blank_line" label={t('blankLineAfterEach')} />
          </Group>
        </Radio.Group>
        <LanguageSelect label={t('languageAnalysis')} none={t('asTheComments')} {...form.getInputProps('language')} />
        {problem !== null && <FailedState what={t('failedToStart')} problem={problem} />}
        <Group>
          <Button type="submit" loading={form.submitting}>
            {t('analyse')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function CommentCount({ text, separator }: { text: string; separator: Separator }) {
  const { length } = commentsOf(useDeferredValue(text), separator);
  const isTooMany = length > AI_INPUT_LIMITS.comments;
  return (
    <Text
      component="output"
      display="block"
      size="xs"
      c={isTooMany ? 'var(--mantine-color-error)' : 'dimmed'}
      mt={4}
      ta="end"
    >
      {t('commentCount', { count: length, most: AI_INPUT_LIMITS.comments })}
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
  .object({ subject, text: z.string(), separator: Separator, language: OptionalLanguageTag })
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
  if (typeof place === 'number') return t('commentIs', { number: place + 1, message });
  return count === 0 ? t('pasteAtLeastOne') : t('tooManyComments', { count, message });
}
