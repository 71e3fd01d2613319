import { diffWordsWithSpace } from 'diff';

/** The time limit of the comparison in milliseconds. Beyond it, the whole text counts as replaced. */
const TIMEOUT = 200;

export interface DiffWord {
  value: string;
  added: boolean;
  removed: boolean;
}

export function diffWords(old: string, now: string): DiffWord[] {
  return (
    diffWordsWithSpace(old, now, { timeout: TIMEOUT }) ?? [
      { value: old, added: false, removed: true },
      { value: now, added: true, removed: false },
    ]
  );
}

/** Words with removed and added ones highlighted. */
export function HighlightedDiff({ words }: { words: DiffWord[] }) {
  return words.map(({ value, added, removed }, index) => {
    const Tag = added ? 'ins' : removed ? 'del' : 'span';
    // The words are a fixed list with many duplicates.
    // oxlint-disable-next-line react/no-array-index-key
    return <Tag key={index}>{value}</Tag>;
  });
}
