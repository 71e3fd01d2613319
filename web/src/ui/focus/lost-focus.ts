/**
 * Gives `place` the focus if nothing has it, or only a dialog that is just going away. Whoever has gone on meanwhile
 * keeps it: the keys that they press next are for where they are.
 */
export function giveLostFocus(place: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  const dialogs = document.querySelectorAll('[role=dialog]');
  const isLost = activeElement === null || activeElement === document.body;
  const isLeaving = dialogs.length === 1 && dialogs[0]?.contains(activeElement) === true;
  if (isLost || isLeaving) place?.focus();
}
