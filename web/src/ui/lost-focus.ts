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

/**
 * A ref that focuses the only field of a page, such as sign-in. Browsers heed `autofocus` only while a page loads.
 * Dialogs use `data-autofocus`.
 */
export const focusAtFirst = (field: HTMLElement | null): void => field?.focus();
