import classes from './items.module.css';

/** The number of items of a list that are rendered at once, enough for the first window of a phone. */
export const ITEMS_RENDERED_FIRST = 3;

/** The plain text of an item that isn't rendered yet. */
export function PlainItemPlaceholder({ texts }: { texts: string[] }) {
  return (
    <div dir="auto" className={classes.plain}>
      {texts.join('\n')}
    </div>
  );
}
