import { CONTENT_LIMITS, problemsOfCard } from '@training/shared/authoring';
import type { Flashcard } from '@training/shared/courses';
import type { ReactNode } from 'react';
import { useState } from 'react';
import classes from './authoring.module.css';
import { removeItem, replaceItem } from './edits.ts';
import { ItemFrame } from './item-frame.tsx';
import { MarkdownField } from './markdown-field.tsx';
import { type CardDraft, useItem } from './use-section-drafts.ts';

interface CardEditorProps {
  draft: CardDraft;
  id: string;
  index: number;
  handle: ReactNode;
  comments: ReactNode;
}

/** One flashcard: its two sides in Markdown, or what they will look like. */
export function CardEditor({ draft, id, index, handle, comments }: CardEditorProps) {
  const card = useItem(draft, id);
  const [isPreviewed, setPreviewed] = useState(false);
  if (card === undefined) return null;
  const name = `Card ${index + 1}`;
  const change = (part: Partial<Flashcard>) => replaceItem(draft, { ...card, ...part });
  return (
    <ItemFrame
      id={id}
      name={name}
      handle={handle}
      isPreviewed={isPreviewed}
      onPreview={setPreviewed}
      onRemove={() => removeItem(draft, id, name)}
      problems={problemsOfCard(card)}
      source={card.source}
      comments={comments}
    >
      <div className={classes.sides}>
        <MarkdownField
          label="Front"
          name={`Front of card ${index + 1}`}
          value={card.front}
          max={CONTENT_LIMITS.front}
          isPreviewed={isPreviewed}
          onChange={(front) => change({ front })}
        />
        <MarkdownField
          label="Back"
          name={`Back of card ${index + 1}`}
          value={card.back}
          max={CONTENT_LIMITS.back}
          isPreviewed={isPreviewed}
          onChange={(back) => change({ back })}
        />
      </div>
    </ItemFrame>
  );
}
