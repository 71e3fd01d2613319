import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { answersOf } from '../../items/answers.ts';
import { type Item, textFieldsOf } from '../../items/item-fields.ts';
import { Markdown } from '../../../ui/texts/markdown.tsx';
import { AnswersDiff } from './answers-diff.tsx';
import classes from './diff.module.css';
import { MarkedText } from './marked.tsx';
import { WholeItem } from './whole-item.tsx';

interface SideBySideProps {
  before: Item;
  after: Item;
}

/**
 * The changes of one item: fields side by side with highlighted words, answers one by one. The prompt is at the top;
 * unchanged fields are collapsed.
 */
export function SideBySide({ before, after }: SideBySideProps) {
  const { changed, unchanged } = comparedFields(before, after);
  const areAnswersOther = JSON.stringify(answersIn(before)) !== JSON.stringify(answersIn(after));
  const [subject] = textFieldsOf(after);
  const isSubjectSame = subject !== undefined && unchanged.includes(subject.label);
  const isMoreTheSame = unchanged.length > (isSubjectSame ? 1 : 0) || (!areAnswersOther && answersIn(after) !== null);
  return (
    <>
      {isSubjectSame && (
        <div className={classes.head}>
          <Markdown>{subject.text}</Markdown>
        </div>
      )}
      <div className={classes.fields}>
        {changed.map(({ label, old, now }) => (
          <Fragment key={label}>
            <Side heading={`${label}, before`} text={old} other={now} side="before" />
            <Side heading={`${label}, now`} text={now} other={old} side="now" />
          </Fragment>
        ))}
      </div>
      {areAnswersOther && 'kind' in before && 'kind' in after && <AnswersDiff before={before} after={after} />}
      {isMoreTheSame && (
        <details className={classes.folded}>
          <summary>Show unchanged</summary>
          <WholeItem item={after} />
        </details>
      )}
    </>
  );
}

const answersIn = (item: Item) => ('kind' in item ? answersOf(item) : null);

function Side({ heading, ...compared }: { heading: string; text: string; other: string; side: 'before' | 'now' }) {
  return (
    <div className={classes.field}>
      <Text size="xs" c="dimmed" component="div">
        {heading}
      </Text>
      <div dir="auto" className={classes.text}>
        {compared.text === '' ? <Text c="dimmed">Nothing</Text> : <MarkedText {...compared} />}
      </div>
    </div>
  );
}

/** Pairs the fields of both versions by label, the new ones first. */
function comparedFields(before: Item, after: Item) {
  const old = new Map(textFieldsOf(before).map(({ label, text }) => [label, text]));
  const now = new Map(textFieldsOf(after).map(({ label, text }) => [label, text]));
  const labels = [...new Set([...now.keys(), ...old.keys()])];
  const fields = labels.map((label) => ({ label, old: old.get(label) ?? '', now: now.get(label) ?? '' }));
  return {
    changed: fields.filter((field) => field.old !== field.now),
    // The answers reveal the kind of a question.
    unchanged: fields.filter((field) => field.old === field.now && field.label !== 'Kind').map(({ label }) => label),
  };
}
