import { Checkbox, Radio, TextInput, Text } from '@mantine/core';
import type { ImmediatelyGradedAnswer, OwnQuizAnswer } from '@training/shared/learning/attempts';
import type { ModuleForStudy } from '@training/shared/learning/learning';
import { lazy, Suspense, type ReactNode } from 'react';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { InlineMarkdown, Markdown } from '../../../ui/markdown.tsx';
import { MediaAtPlace } from '../../../ui/media.tsx';
import classes from '../learning.module.css';
import { formatPercent } from '../../../lib/i18n/in-words.ts';
import { Note } from '../../../ui/note.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('learning');

export interface AnswerFieldProps {
  question: ModuleForStudy['questions'][number];
  given: OwnQuizAnswer | undefined;
  response: ImmediatelyGradedAnswer | null;
  onChange: (response: ImmediatelyGradedAnswer | null) => void;
}

/** The input of kinds that few quizzes have. */
const OtherKinds = lazy(async () => ({ default: (await import('./other-kinds.tsx')).OrderMatchOrHotspotField }));

/** The input of a choice or text question. Once answered, it is read-only with the solution marked. */
export function ChoiceOrTextAnswerField({ question, given, response, onChange }: AnswerFieldProps) {
  const isGiven = given !== undefined;
  const shown = given?.response ?? response;
  switch (question.kind) {
    case 'single_choice': {
      const chosen = shown?.kind === 'single_choice' ? String(shown.choice) : null;
      return (
        <Radio.Group
          value={chosen}
          onChange={(value) => onChange({ kind: 'single_choice', choice: Number(value) })}
          aria-label={t('chooseOneAnswer')}
        >
          <div className={classes.choices}>
            {question.options.map((option, index) => (
              // Options are a fixed list, and two may have the same text.
              // oxlint-disable-next-line react/no-array-index-key
              <Choice key={index} given={given} index={index}>
                <Radio value={String(index)} label={<InlineMarkdown>{option}</InlineMarkdown>} disabled={isGiven} />
                <MediaAtPlace item={question} at="option" option={index} />
              </Choice>
            ))}
          </div>
        </Radio.Group>
      );
    }
    case 'multiple_choice': {
      const chosen = shown?.kind === 'multiple_choice' ? shown.choices : [];
      const choose = (values: string[]) => {
        const choices = values.map(Number).toSorted((one, other) => one - other);
        onChange(choices.length === 0 ? null : { kind: 'multiple_choice', choices });
      };
      return (
        <Checkbox.Group value={chosen.map(String)} onChange={choose} label={t('chooseAllThatApply')}>
          <div className={classes.choices}>
            {question.options.map((option, index) => (
              // As above.
              // oxlint-disable-next-line react/no-array-index-key
              <Choice key={index} given={given} index={index}>
                <Checkbox value={String(index)} label={<InlineMarkdown>{option}</InlineMarkdown>} disabled={isGiven} />
                <MediaAtPlace item={question} at="option" option={index} />
              </Choice>
            ))}
          </div>
        </Checkbox.Group>
      );
    }
    case 'ordering':
    case 'matching':
    case 'hotspot':
      return (
        <Suspense>
          <OtherKinds question={question} given={given} response={response} onChange={onChange} />
        </Suspense>
      );
    default: {
      const kind = question.kind === 'number' ? question.kind : 'short_text';
      return (
        <TextInput
          label={t(kind === 'number' ? 'yourNumber' : 'yourAnswer')}
          size="md"
          maxLength={2_000}
          autoComplete="off"
          readOnly={isGiven}
          value={shown?.kind === kind ? shown.text : ''}
          onChange={({ currentTarget: { value } }) => onChange(value.trim() === '' ? null : { kind, text: value })}
        />
      );
    }
  }
}

interface ChoiceProps {
  given: OwnQuizAnswer | undefined;
  /** The index of the option. */
  index: number;
  children: ReactNode;
}

/** An option. Once answered, it says in words, not only by colour, whether it was right and chosen. */
function Choice({ given, index, children }: ChoiceProps) {
  const isChosen = given !== undefined && includes(given.response, index);
  const isRight = given !== undefined && isSolution(given, index);
  const isWrong = isChosen && given?.solution != null && !isRight;
  const mark = isRight || (isWrong ? false : undefined);
  return (
    <div className={classes.choice} data-given={given !== undefined || undefined} data-right={mark}>
      {children}
      {(isChosen || isRight) && (
        <Text size="xs" fw={600}>
          {isChosen
            ? isRight
              ? t('yourAnswerCorrect')
              : isWrong
                ? t('yourAnswerIncorrect')
                : t('yourAnswer')
            : t('correct')}
        </Text>
      )}
    </div>
  );
}

/**
 * Returns true if the option is known to be right. If the solution isn't shown, only the result of the whole answer is
 * known.
 */
const isSolution = ({ solution, response, right }: OwnQuizAnswer, index: number) =>
  solution === null ? right === true && includes(response, index) : includes(solution, index);

function includes(answer: NonNullable<OwnQuizAnswer['solution']> | OwnQuizAnswer['response'], index: number): boolean {
  switch (answer.kind) {
    case 'single_choice':
      return ('correct' in answer ? answer.correct : answer.choice) === index;
    case 'multiple_choice':
      return ('correct' in answer ? answer.correct : answer.choices).includes(index);
    default:
      return false;
  }
}

/** Shows whether an answer was right, and why. */
export function AnswerFeedback({ answer }: { answer: OwnQuizAnswer }) {
  const { right, score, explanation, solution } = answer;
  const isPartly = score !== null && score > 0 && score < 1;
  return (
    <Note
      color={right ? 'green' : 'red'}
      icon={right ? <IconCircleCheck aria-hidden /> : <IconCircleX aria-hidden />}
      title={right ? t('correct') : isPartly ? t('partlyCorrect', { score: formatPercent(score) }) : t('incorrect')}
    >
      {!right && solution?.kind === 'short_text' && (
        <Text size="sm" mb={4}>
          {t('correctAnswer', { text: solution.accepted[0] ?? '' })}
        </Text>
      )}
      {!right && solution?.kind === 'number' && (
        <Text size="sm" mb={4}>
          {t('correctAnswer', { text: `${solution.value} ${solution.units[0] ?? ''}` })}
        </Text>
      )}
      {explanation !== null && explanation !== '' && <Markdown>{explanation}</Markdown>}
      <MediaAtPlace item={answer} at="explanation" />
    </Note>
  );
}
