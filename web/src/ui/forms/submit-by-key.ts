import type { KeyboardEvent } from 'react';

/** Submits a form with Ctrl or ⌘ and Enter from a multi-line field, where Enter alone inserts a line break. */
export function submitByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
