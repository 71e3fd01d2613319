import { Switch } from '@mantine/core';
import { useMemo, useState } from 'react';
import { markdownPieces } from '../../lib/markdown/markdown-pieces.ts';
import { Gradual } from '../../ui/lists/gradual.tsx';
import { Markdown } from '../../ui/texts/markdown.tsx';
import classes from './suggestions.module.css';

/** The suggested text, as Markdown or as source. Rendered gradually, because it can have a million characters. */
export function SuggestionText({ text }: { text: string }) {
  const [isSource, setSource] = useState(false);
  const pieces = useMemo(() => markdownPieces(text), [text]);
  return (
    <section aria-label="Content" className={classes.text}>
      <Switch label="Source" checked={isSource} onChange={({ currentTarget }) => setSource(currentTarget.checked)} />
      {isSource ? (
        <div dir="auto" className={classes.asSent}>
          {text}
        </div>
      ) : (
        pieces.map(({ from, markdown, isPlain }, index) => {
          const plain = (
            <div dir="auto" className={classes.asSent}>
              {markdown}
            </div>
          );
          return (
            <Gradual key={from} id={`piece-${from}`} isFirst={index === 0} instead={plain}>
              {isPlain ? plain : <Markdown>{markdown}</Markdown>}
            </Gradual>
          );
        })
      )}
    </section>
  );
}
