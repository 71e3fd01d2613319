import { Text } from '@mantine/core';
import type { SourceExcerpt } from '@training/shared/source-drift';
import { type ReactNode, useMemo } from 'react';
import classes from '../reviews/compare/diff.module.css';
import { Words, diffWords } from '../reviews/compare/words.tsx';
import own from './source-drift.module.css';

interface OldAndNewProps {
  old: SourceExcerpt;
  now: SourceExcerpt | null;
  /** Stands in the place of what is there now, where nothing is. */
  instead: string;
}

/**
 * A passage in its paragraphs and what stands there now, with the words that went and came; on a phone one under the
 * other.
 */
export function OldAndNew({ old, now, instead }: OldAndNewProps) {
  const words = useMemo(() => (now === null ? null : diffWords(old.text, now.text)), [old.text, now]);
  return (
    <div className={classes.fields}>
      <Side heading="When it was quoted" around={old}>
        {words === null ? old.text : <Words words={words.filter(({ added }) => !added)} />}
      </Side>
      <Side heading="Now" around={now}>
        {words === null ? (
          <Text component="span" c="dimmed">
            {instead}
          </Text>
        ) : (
          <Words words={words.filter(({ removed }) => !removed)} />
        )}
      </Side>
    </div>
  );
}

function Side({ heading, around, children }: { heading: string; around: SourceExcerpt | null; children: ReactNode }) {
  return (
    <div className={classes.field}>
      <Text size="xs" c="dimmed" component="h3" fw={400}>
        {heading}
      </Text>
      <Context>{around?.before}</Context>
      <p dir="auto" className={`${classes.text} ${own.passage}`}>
        {children}
      </p>
      <Context>{around?.after}</Context>
    </div>
  );
}

/** The paragraphs before and after, which nothing is said of. */
function Context({ children = '' }: { children: string | undefined }) {
  if (children === '') return null;
  return (
    <Text dir="auto" size="sm" c="dimmed" className={own.context}>
      {children}
    </Text>
  );
}
