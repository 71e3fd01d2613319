/** Opens the palette, even from within a field; outside of fields, `/` does too. */
export const PALETTE_KEYS = 'mod+k';

/** The heading of the global shortcuts. */
export const GLOBAL_SHORTCUTS_HEADING = 'Everywhere';
export const PAGES_GROUP = 'Go to a page';
