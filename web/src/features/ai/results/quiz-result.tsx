import { Badge, Group, Text } from '@mantine/core';
import type { GeneratedQuestion, GeneratedQuiz } from '@training/shared/ai/generated-items';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { matchingPairsInWords } from '../../items/item-fields.ts';
import { questionKindNameOf, correctNumberInWords } from '../../items/question-kinds.ts';
import { CorrectAnswers } from '../../items/question-list.tsx';
import classes from '../ai.module.css';
import { SourceCoverageNote, NothingGeneratedNote, PagesReadFromPicturesNote } from './coverage.tsx';
import { GeneratedItemWarningList } from './flags.tsx';
import { ItemSkillLevelBadge } from './level.tsx';
import { type JobWithItemList, RegenerateItemControl } from './regenerate-item.tsx';
import { OmittedContradictedItemsNote, DroppedItemsNote, QuoteWithSource } from './quote.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

interface QuizResultProps {
  job: JobWithItemList;
  result: GeneratedQuiz;
}

export function QuizGenerationResult({
  job,
  result: { questions, dropped, disputed, coverage, scan },
}: QuizResultProps) {
  return (
    <Section
      title={t('questionsMade', { count: questions.length })}
      description={t('correctAnswersHaveTick')}
      actions={
        questions.length > 0 && <CopyButton value={questions.map(asText).join('\n\n')} label={t('copyAllQuestions')} />
      }
    >
      <PagesReadFromPicturesNote scan={scan} />
      <SourceCoverageNote coverage={coverage} />
      <DroppedItemsNote count={dropped} of="questions" addresses />
      <OmittedContradictedItemsNote count={disputed} of="questions" />
      {questions.length === 0 && <NothingGeneratedNote />}
      <GeneratedQuestionList questions={questions} job={job} />
    </Section>
  );
}

/** @param job The job that generated the questions, once it has ended. */
export function GeneratedQuestionList({ questions, job }: { questions: GeneratedQuestion[]; job?: JobWithItemList }) {
  return (
    <ol className={classes.questions} aria-label={t('questions')}>
      {questions.map((question, index) => (
        // A question may be replaced, and two questions may have the same text.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={classes.card}>
          <Group justify="space-between" align="flex-start" gap="xs" mb={6}>
            <p dir="auto" className={classes.front}>
              {index + 1}. {question.prompt}
            </p>
            <Group gap={6}>
              <ItemSkillLevelBadge level={question.level} />
              <Badge variant="default" size="sm">
                {questionKindNameOf(question.kind)}
              </Badge>
            </Group>
          </Group>
          <CorrectAnswers question={question} />
          <Text dir="auto" size="sm" mt="xs" className={classes.lines}>
            {question.explanation}
          </Text>
          <GeneratedItemWarningList flags={question.flags} />
          <QuoteWithSource from={t('fromTheSource')}>{question.quote}</QuoteWithSource>
          {job && (
            <div className={classes.foot}>
              <RegenerateItemControl job={job} item={index} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Formats a question for the clipboard. Correct options begin with an asterisk. */
function asText(question: GeneratedQuestion): string {
  return [question.prompt, ...answersOf(question), question.explanation].join('\n');
}

function answersOf(question: GeneratedQuestion): string[] {
  switch (question.kind) {
    case 'single_choice':
      return question.options.map((option, index) => `${index === question.correct ? '*' : '-'} ${option}`);
    case 'multiple_choice':
      return question.options.map((option, index) => `${question.correct.includes(index) ? '*' : '-'} ${option}`);
    case 'short_text':
      return question.accepted.map((accepted) => `* ${accepted}`);
    case 'spoken':
      return question.rubric.map((point) => `* ${point}`);
    case 'number':
      return [`* ${correctNumberInWords(question)}`];
    case 'ordering':
      return question.options.map((option, index) => `${index + 1}. ${option}`);
    case 'matching':
      return matchingPairsInWords(question);
  }
}
