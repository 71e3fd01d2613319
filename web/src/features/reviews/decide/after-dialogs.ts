/** As many frames something may take to be there; then whoever waits for it is elsewhere. */
const PATIENCE = 300;

/**
 * Puts the focus on what `find` answers, once no dialog is open and it is there: a dialog that goes gives the focus
 * back to where it was opened.
 */
export function focusAfterDialogs(find: () => HTMLElement | null, frames = PATIENCE): void {
  requestAnimationFrame(() => {
    const target = document.querySelector('[aria-modal="true"]') === null ? find() : null;
    if (target !== null) target.focus();
    else if (frames > 0) focusAfterDialogs(find, frames - 1);
  });
}
