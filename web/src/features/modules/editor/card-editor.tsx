import { problemsOfCard } from '@training/shared/courses/sections';
import type { Flashcard } from '@training/shared/courses/courses';
import shared from '../modules.module.css';
import classes from './editor.module.css';
import { type ItemEditorProps, ItemFrame } from './item-frame.tsx';
import { MarkdownField } from './markdown-field.tsx';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';

/** The editor of a flashcard: both sides in Markdown, or a preview. */
export function CardEditor(props: ItemEditorProps<Flashcard>) {
  return (
    <ItemFrame {...props} what="Card" problemsOf={problemsOfCard}>
      {({ item: card, name, isPreviewed, onChange }) => (
        <div className={`${shared.sides} ${classes.card}`}>
          <MarkdownField
            label="Front"
            name={`Front of ${name.toLowerCase()}`}
            value={card.front}
            max={CONTENT_LIMITS.front}
            isPreviewed={isPreviewed}
            onChange={(front) => onChange({ ...card, front })}
          />
          <MarkdownField
            label="Back"
            name={`Back of ${name.toLowerCase()}`}
            value={card.back}
            max={CONTENT_LIMITS.back}
            isPreviewed={isPreviewed}
            onChange={(back) => onChange({ ...card, back })}
          />
        </div>
      )}
    </ItemFrame>
  );
}
