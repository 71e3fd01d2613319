import { useEffect, useState } from 'react';

/**
 * What is being written and was not sent, by what it is about. Kept outside the page, which redraws as others decide.
 */
const drafts = new Map<string, string>();

export function draftOf(key: string): string | undefined {
  return drafts.get(key);
}

/** Undefined: nothing is being written any more. Whoever leaves the console while something is, is asked first. */
function keepDraft(key: string, text: string | undefined): void {
  if (text === undefined) drafts.delete(key);
  else drafts.set(key, text);
  if ([...drafts.values()].some((draft) => draft.trim() !== '')) addEventListener('beforeunload', askFirst);
  else removeEventListener('beforeunload', askFirst);
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** A text that outlives whatever redraws or moves its field; undefined while nothing is being written. */
export function useDraft(key: string): [string | undefined, (text: string | undefined) => void] {
  const [, redraw] = useState({});
  const write = (text: string | undefined) => {
    keepDraft(key, text);
    redraw({});
  };
  return [drafts.get(key), write];
}

/**
 * Keeps what is typed into the field of a dialog, which begins with `draftOf`: it outlives Escape.
 * @returns Drops it, once it is sent or given up.
 */
export function useFieldDraft(key: string, text: string): () => void {
  useEffect(() => keepDraft(key, text || undefined), [key, text]);
  return () => keepDraft(key, undefined);
}
