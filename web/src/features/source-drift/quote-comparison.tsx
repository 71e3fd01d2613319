import { Text } from '@mantine/core';
import type { SourceExcerpt } from '@training/shared/source-drift/source-drift';
import { type ReactNode, useMemo } from 'react';
import classes from '../reviews/compare/diff.module.css';
import { HighlightedDiff, diffWords } from '../reviews/compare/highlighted-diff.tsx';
import own from './source-drift.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('source-drift');

interface OldAndNewProps {
  old: SourceExcerpt;
  now: SourceExcerpt | null;
  /** Shown instead of the new text if there is none. */
  instead: string;
}

/** A quote in its paragraphs next to the current text, with changed words highlighted; on phones, below each other. */
export function QuoteComparison({ old, now, instead }: OldAndNewProps) {
  const words = useMemo(() => (now === null ? null : diffWords(old.text, now.text)), [old.text, now]);
  return (
    <div className={classes.fields}>
      <Side heading={t('whenQuoted')} around={old}>
        {words === null ? old.text : <HighlightedDiff words={words.filter(({ added }) => !added)} />}
      </Side>
      <Side heading={t('now')} around={now}>
        {words === null ? (
          <Text component="span" c="dimmed">
            {instead}
          </Text>
        ) : (
          <HighlightedDiff words={words.filter(({ removed }) => !removed)} />
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

/** The surrounding paragraphs, without comparison. */
function Context({ children = '' }: { children: string | undefined }) {
  if (children === '') return null;
  return (
    <Text dir="auto" size="sm" c="dimmed" className={own.context}>
      {children}
    </Text>
  );
}
