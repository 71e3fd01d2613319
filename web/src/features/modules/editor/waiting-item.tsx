import classes from './editor.module.css';
import { anchorOf } from '../../items/item-anchor.ts';
import { type AnyItem, textOf } from '../drafts/item-text.ts';
import type { SectionDraft } from '../drafts/section-draft.ts';
import { useItem } from '../drafts/use-section-drafts.ts';

interface WaitingItemProps<Item extends AnyItem> {
  draft: SectionDraft<Item>;
  id: string;
  /** The item's name: "Card 3". */
  name: string;
}

/** A plain-text placeholder of an item whose fields aren't rendered yet. */
export function WaitingItem<Item extends AnyItem>({ draft, id, name }: WaitingItemProps<Item>) {
  const item = useItem(draft, id);
  return (
    <div id={anchorOf(id)} className={classes.item}>
      <strong>{name}</strong>
      <div dir="auto" className={classes.waiting}>
        {item !== undefined && textOf(item)}
      </div>
    </div>
  );
}
