import { Text } from '@mantine/core';
import { diffWordsWithSpace } from 'diff';
import { Fragment, useMemo } from 'react';
import classes from './diff.module.css';
import { type Item, fieldsOf } from './item-fields.ts';

/** Comparing longer takes no longer than this, in milliseconds; then the whole text counts as replaced. */
const TIMEOUT = 200;

interface SideBySideProps {
  before: Item;
  after: Item;
}

/** One item before and now, field beside field, with the words that went and came. */
export function SideBySide({ before, after }: SideBySideProps) {
  const rows = useMemo(() => pairs(before, after), [before, after]);
  return (
    <div className={classes.fields}>
      {rows.map(({ label, words }) => (
        <Fragment key={label}>
          <Side heading={`${label}, before`} words={words.filter(({ added }) => !added)} />
          <Side heading={`${label}, now`} words={words.filter(({ removed }) => !removed)} />
        </Fragment>
      ))}
    </div>
  );
}

interface Word {
  value: string;
  added: boolean;
  removed: boolean;
}

function Side({ heading, words }: { heading: string; words: Word[] }) {
  return (
    <div className={classes.field}>
      <Text size="xs" c="dimmed" component="div">
        {heading}
      </Text>
      <p dir="auto" className={classes.text}>
        {words.length === 0 && <Text c="dimmed">Nothing</Text>}
        {words.map(({ value, added, removed }, index) => {
          const Tag = added ? 'ins' : removed ? 'del' : 'span';
          // The words are a fixed list, and many are the same.
          // oxlint-disable-next-line react/no-array-index-key
          return <Tag key={index}>{value}</Tag>;
        })}
      </p>
    </div>
  );
}

function wordsOf(old: string, now: string): Word[] {
  return (
    diffWordsWithSpace(old, now, { timeout: TIMEOUT }) ?? [
      { value: old, added: false, removed: true },
      { value: now, added: true, removed: false },
    ]
  );
}

/** The fields of both, by label, those of now first. A question's kind is told only where it changed: its answers show it. */
function pairs(before: Item, after: Item) {
  const old = new Map(fieldsOf(before).map(({ label, text }) => [label, text]));
  const now = new Map(fieldsOf(after).map(({ label, text }) => [label, text]));
  const labels = [...new Set([...now.keys(), ...old.keys()])];
  const isTold = (label: string) => label !== 'Kind' || old.get(label) !== now.get(label);
  return labels.filter(isTold).map((label) => ({ label, words: wordsOf(old.get(label) ?? '', now.get(label) ?? '') }));
}
