import { Text } from '@mantine/core';
import { Fragment, useMemo } from 'react';
import { AnswersDiff } from './answers-diff.tsx';
import classes from './diff.module.css';
import { type Item, textFieldsOf } from '../../items/item-fields.ts';
import { type Word, Words, diffWords } from './words.tsx';

interface SideBySideProps {
  before: Item;
  after: Item;
}

/** One item before and now, field beside field, with the words that went and came; answers one by one. */
export function SideBySide({ before, after }: SideBySideProps) {
  const rows = useMemo(() => pairs(before, after), [before, after]);
  return (
    <>
      <div className={classes.fields}>
        {rows.map(({ label, words }) => (
          <Fragment key={label}>
            <Side heading={`${label}, before`} words={words.filter(({ added }) => !added)} />
            <Side heading={`${label}, now`} words={words.filter(({ removed }) => !removed)} />
          </Fragment>
        ))}
      </div>
      {'kind' in before && 'kind' in after && <AnswersDiff before={before} after={after} />}
    </>
  );
}

function Side({ heading, words }: { heading: string; words: Word[] }) {
  return (
    <div className={classes.field}>
      <Text size="xs" c="dimmed" component="div">
        {heading}
      </Text>
      <p dir="auto" className={classes.text}>
        {words.length === 0 && <Text c="dimmed">Nothing</Text>}
        <Words words={words} />
      </p>
    </div>
  );
}

/**
 * The fields of both, by label, those of now first. A question's kind is told only where it changed: its answers show
 * it.
 */
function pairs(before: Item, after: Item) {
  const old = new Map(textFieldsOf(before).map(({ label, text }) => [label, text]));
  const now = new Map(textFieldsOf(after).map(({ label, text }) => [label, text]));
  const labels = [...new Set([...now.keys(), ...old.keys()])];
  const isTold = (label: string) => label !== 'Kind' || old.get(label) !== now.get(label);
  return labels
    .filter(isTold)
    .map((label) => ({ label, words: diffWords(old.get(label) ?? '', now.get(label) ?? '') }));
}
