/**
 * Focuses `place` if nothing has the focus, or only a closing dialog. A user who has moved on keeps their focus,
 * because the next key presses are meant for it.
 */
export function giveLostFocus(place: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  const dialogs = document.querySelectorAll('[role=dialog]');
  const isLost = activeElement === null || activeElement === document.body;
  const isLeaving = dialogs.length === 1 && dialogs[0]?.contains(activeElement) === true;
  if (isLost || isLeaving) place?.focus();
}
