import type { KeyboardEvent } from 'react';

/** Ctrl or ⌘ with Enter sends a form from a field of several lines too, where Enter alone is a line. */
export function submitByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
