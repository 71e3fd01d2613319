/**
 * A ref for the one field of a page that has nothing else to begin with, such as signing in. Not `autofocus`, which
 * browsers heed only while a page loads. Dialogs have `data-autofocus`.
 */
export const focusAtFirst = (field: HTMLElement | null): void => field?.focus();
