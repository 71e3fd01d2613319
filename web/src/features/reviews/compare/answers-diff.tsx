import { Badge, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Question } from '@training/shared/courses/courses';
import { answersOf } from '../../items/answers.ts';
import { type ComparedAnswer, compareAnswers } from './compare-answers.ts';
import classes from './diff.module.css';
import { MarkedText } from './marked.tsx';
import { InlineMarkdown } from '../../../ui/texts/markdown.tsx';
import { Words, diffWords } from './words.tsx';

/** A question's old and new answers as one list, each with its change and correctness. */
export function AnswersDiff({ before, after }: { before: Question; after: Question }) {
  const [old, now] = [answersOf(before), answersOf(after)];
  const isSameKind = old.label === now.label;
  return isSameKind ? (
    <List label={now.label} rows={compareAnswers(old.answers, now.answers)} />
  ) : (
    <>
      <List label={`${old.label}, before`} rows={compareAnswers(old.answers, [])} />
      <List label={`${now.label}, now`} rows={compareAnswers([], now.answers)} />
    </>
  );
}

function List({ label, rows }: { label: string; rows: ComparedAnswer[] }) {
  return (
    <div className={classes.answers}>
      <Text size="xs" c="dimmed" component="div">
        {label}
      </Text>
      <ul aria-label={label}>
        {rows.map((row, index) => (
          // The rows are a fixed list, and two may have the same text.
          // oxlint-disable-next-line react/no-array-index-key
          <Row key={index} row={row} />
        ))}
      </ul>
    </div>
  );
}

function Row({ row: { change, before, after } }: { row: ComparedAnswer }) {
  const isRight = (after ?? before)?.isRight === true;
  return (
    <li data-change={change} data-right={isRight || undefined}>
      {isRight ? <IconCheck size={16} aria-hidden /> : <span className={classes.bullet} aria-hidden="true" />}
      <span dir="auto" className={classes.text}>
        {isRight && <VisuallyHidden>{after === undefined ? 'Was correct: ' : 'Correct: '}</VisuallyHidden>}
        <AnswerText before={before?.text ?? ''} after={after?.text ?? ''} />
      </span>
      {badgesOf({ change, before, after }).map(({ words, color }) => (
        <Badge key={words} size="sm" variant="dot" color={color} flex="none">
          {words}
        </Badge>
      ))}
    </li>
  );
}

function AnswerText({ before, after }: { before: string; after: string }) {
  if (before === after) return <InlineMarkdown>{after}</InlineMarkdown>;
  if (before === '') return <MarkedText text={after} other="" side="now" isInline />;
  if (after === '') return <MarkedText text={before} other="" side="before" isInline />;
  if (!MARKS.test(before + after)) return <Words words={diffWords(before, after)} />;
  return (
    <>
      <MarkedText text={before} other={after} side="before" isInline />
      {' → '}
      <MarkedText text={after} other={before} side="now" isInline />
    </>
  );
}

/** Formatting characters. Texts that contain them are shown one version after the other. */
const MARKS = /[*_`~[\]<>&\\]/;

function badgesOf({ change, before, after }: ComparedAnswer): { words: string; color: string }[] {
  if (before === undefined) return [{ words: 'Added', color: 'green' }];
  if (after === undefined) return [{ words: 'Removed', color: 'red' }];
  const badges = [];
  if (before.isRight !== after.isRight) {
    badges.push(
      after.isRight ? { words: 'Now correct', color: 'green' } : { words: 'No longer correct', color: 'red' },
    );
  }
  if (before.text !== after.text) badges.push({ words: 'Changed', color: 'yellow' });
  if (change === 'moved') badges.push({ words: 'Moved', color: 'blue' });
  return badges;
}
