/** The number of frames to wait for the element. */
const PATIENCE = 300;

/**
 * Focuses the element returned by `find` once it exists and no dialog is open, because a closing dialog restores the
 * focus to its opener.
 */
export function focusAfterDialogs(find: () => HTMLElement | null, frames = PATIENCE): void {
  requestAnimationFrame(() => {
    const target = document.querySelector('[aria-modal="true"]') === null ? find() : null;
    if (target !== null) target.focus();
    else if (frames > 0) focusAfterDialogs(find, frames - 1);
  });
}
