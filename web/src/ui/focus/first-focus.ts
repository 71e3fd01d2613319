/**
 * A ref that focuses the only field of a page, such as sign-in. Browsers heed `autofocus` only while a page loads.
 * Dialogs use `data-autofocus`.
 */
export const focusAtFirst = (field: HTMLElement | null): void => field?.focus();
