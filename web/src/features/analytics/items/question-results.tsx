import { Badge, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ItemResults, QuestionResult } from '@training/shared/ai/item-results';
import { percent } from '../../../lib/in-words.ts';
import { inFull } from '../../../lib/numbers.ts';
import { plainText } from '../../../lib/markdown/plain-text.ts';
import { QUESTION_KINDS } from '../../items/question-kinds.ts';
import { FirstFew } from './first-few.tsx';
import { ItemName } from './item-name.tsx';
import classes from './items.module.css';
import { ShareBar } from './share-bar.tsx';

const SHOWN = 10;

/** Questions with the results of people's first answers, and their wrong choices or texts. */
export function QuestionResults({ results }: { results: ItemResults }) {
  return (
    <FirstFew label="Questions, hardest first" rows={results.questions} few={SHOWN} rowKey={({ id }) => id}>
      {(question) => (
        <>
          <div className={classes.head}>
            <ItemName results={results} id={question.id} number={question.number} text={question.prompt} />
            <Badge variant="default" size="sm">
              {QUESTION_KINDS[question.kind]}
            </Badge>
          </div>
          <Text size="sm">{inWords(question)}</Text>
          {question.options.length > 0 && <Options question={question} />}
          {question.wrong_texts.length > 0 && <WrongTexts question={question} />}
        </>
      )}
    </FirstFew>
  );
}

function inWords({ kind, answered, waiting, right, mean_score }: QuestionResult): string {
  if (answered === 0) return 'No one has answered it yet.';
  const graded = answered - waiting;
  const waits =
    waiting === 0 ? '' : ` ${inFull(waiting)} ${waiting === 1 ? 'answer waits' : 'answers wait'} for a grade.`;
  if (mean_score === null) return waits.trim();
  if (kind === 'spoken') {
    return `Average score: ${percent(mean_score)}, from ${inFull(graded)} ${graded === 1 ? 'answer' : 'answers'}.${waits}`;
  }
  return `Correct the first time: ${inFull(right)} of ${inFull(graded)} (${percent(right / graded)}).${waits}`;
}

function Options({ question: { options, answered } }: { question: QuestionResult }) {
  return (
    <ul className={classes.options} aria-label="Options">
      {options.map(({ text, correct, people }, index) => (
        // Options are a fixed list, and two may have the same text.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={classes.option} data-correct={correct || undefined}>
          <span className={classes.mark}>{correct && <IconCheck size={16} aria-hidden />}</span>
          <span className={classes.text}>
            {correct && <VisuallyHidden>Correct: </VisuallyHidden>}
            {plainText(text)}
          </span>
          <ShareBar count={people} of={answered} color={correct ? 'green.8' : 'gray.6'} says="chosen by" />
        </li>
      ))}
    </ul>
  );
}

function WrongTexts({ question: { wrong_texts } }: { question: QuestionResult }) {
  return (
    <>
      <Text size="sm">Common incorrect answers:</Text>
      <ul className={classes.texts} dir="auto">
        {wrong_texts.map(({ text, people }) => (
          <li key={text}>
            “{text}” <span className={classes.count}>{inFull(people)} people</span>
          </li>
        ))}
      </ul>
    </>
  );
}
