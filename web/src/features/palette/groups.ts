/** Opens the palette, even from within a field; outside of fields, `/` does too. */
export const PALETTE_KEYS = 'mod+k';

/** The heading of the global shortcuts. */
export const EVERYWHERE = 'Everywhere';
export const PAGES_GROUP = 'Go to a page';
