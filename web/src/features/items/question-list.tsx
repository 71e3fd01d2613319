import { Badge, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { GeneratedQuestion } from '@training/shared/ai/generated-items';
import type { Question } from '@training/shared/courses/courses';
import { hasVisibleCharacter } from '@training/shared/text';
import type { ReactNode } from 'react';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { GraduallyRenderedItem } from '../../ui/lists/gradually-rendered.tsx';
import { InlineMarkdown, Markdown } from '../../ui/markdown.tsx';
import { MediaAtPlace } from '../../ui/media.tsx';
import { itemElementIdOf } from './item-anchor.ts';
import { ItemSourceNote } from './item-source.tsx';
import classes from './items.module.css';
import { itemFieldsOf, matchingPairsInWords } from './item-fields.ts';
import { ITEMS_RENDERED_FIRST, PlainItemPlaceholder } from './plain-item.tsx';
import { questionKindAndAllowancesInWords, correctNumberInWords } from './question-kinds.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('items');

interface QuestionListProps {
  questions: Question[];
  /** The text for an empty list. */
  nothing?: string;
  /** Content below a question, such as its comments. */
  below?: (id: string, index: number) => ReactNode;
}

/** A read-only list of questions with the correct answers marked, for authors and reviewers. */
export function QuestionList({ questions, nothing = t('noQuestionsYet'), below }: QuestionListProps) {
  if (questions.length === 0) return <Text c="dimmed">{nothing}</Text>;
  return (
    <ol className={classes.questions} aria-label={t('questions')}>
      {questions.map((question, index) => (
        <li key={question.id} id={itemElementIdOf(question.id)} tabIndex={-1} className={classes.question}>
          <GraduallyRenderedItem
            id={question.id}
            isFirst={index < ITEMS_RENDERED_FIRST}
            instead={<PlainItemPlaceholder texts={textsOf(question)} />}
          >
            <Group justify="space-between" align="flex-start" gap="xs" mb={6}>
              <div className={classes.prompt}>
                <span aria-hidden="true">{index + 1}.</span>
                <Markdown>{question.prompt}</Markdown>
              </div>
              <Group gap={4} wrap="nowrap" flex="none">
                {question.topic !== undefined && (
                  <Badge variant="light" size="sm">
                    {question.topic}
                  </Badge>
                )}
                <Badge variant="default" size="sm">
                  {questionKindAndAllowancesInWords(question)}
                </Badge>
              </Group>
            </Group>
            <MediaAtPlace item={question} at="prompt" />
            <CorrectAnswers question={question} />
            {question.explanation !== '' && (
              <div className={classes.explanation}>
                <Markdown>{question.explanation}</Markdown>
                <MediaAtPlace item={question} at="explanation" />
              </div>
            )}
            {question.source !== undefined && <ItemSourceNote source={question.source} />}
          </GraduallyRenderedItem>
          {below?.(question.id, index)}
        </li>
      ))}
    </ol>
  );
}

const textsOf = (question: Question) => itemFieldsOf(question).map(({ text }) => text);

const RightAreas = lazyComponent(async () => (await import('./other-kinds.tsx')).PictureWithCorrectAreas, {
  isAmongInput: true,
});

/** The correct answers of a question, from a module or just generated. */
export function CorrectAnswers({ question }: { question: Question | GeneratedQuestion }) {
  switch (question.kind) {
    case 'single_choice':
      return <Options options={question.options} item={question} isRight={(index) => index === question.correct} />;
    case 'multiple_choice':
      return (
        <Options options={question.options} item={question} isRight={(index) => question.correct.includes(index)} />
      );
    case 'short_text':
      return <Points title={t('acceptedAnyCase')} points={question.accepted} />;
    case 'spoken':
      return <Points title={t('fullAnswerHas')} points={question.rubric} />;
    case 'number':
      return <Points title={t('rightNumber')} points={[correctNumberInWords(question)]} />;
    case 'ordering':
      return <Points title={t('rightOrder')} points={question.options} isOrdered />;
    case 'matching':
      return <Points title={t('matches')} points={matchingPairsInWords(question)} />;
    case 'hotspot':
      return (
        <>
          <RightAreas question={question} />
          <Options
            options={question.options.map((name, n) => `${n + 1}. ${name}`)}
            item={question}
            isRight={(index) => question.correct.includes(index)}
          />
        </>
      );
  }
}

interface OptionsProps {
  options: string[];
  item: Question | GeneratedQuestion;
  isRight: (index: number) => boolean;
}

function Options({ options, item, isRight }: OptionsProps) {
  return (
    <ul className={classes.options}>
      {options.map((option, index) => (
        // Options are a fixed list, and two may have the same text.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={classes.option} data-right={isRight(index) || undefined}>
          {isRight(index) ? <IconCheck size={16} aria-hidden /> : <span className={classes.blank} />}
          <span>
            {isRight(index) && <VisuallyHidden>{t('correct')} </VisuallyHidden>}
            <InlineMarkdown>{option}</InlineMarkdown>
            {'media' in item && <MediaAtPlace item={item} at="option" option={index} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Points({ title, points, isOrdered }: { title: string; points: string[]; isOrdered?: boolean }) {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <>
      <Text size="sm">{title}</Text>
      <List dir="auto" className={classes.points}>
        {/* Lines can still be blank while an author is editing. */}
        {points.filter(hasVisibleCharacter).map((point, index) => (
          // As above: two lines can be equal while an author is editing.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>{point}</li>
        ))}
      </List>
    </>
  );
}
