import { useState } from 'react';

/** What is being written and was not sent, by what it is about. Kept outside the page, which redraws as others decide. */
const drafts = new Map<string, string>();

/** A text that outlives whatever redraws or moves its field; undefined while nothing is being written. */
export function useDraft(key: string): [string | undefined, (text: string | undefined) => void] {
  const [, redraw] = useState({});
  const write = (text: string | undefined) => {
    if (text === undefined) drafts.delete(key);
    else drafts.set(key, text);
    redraw({});
  };
  return [drafts.get(key), write];
}
