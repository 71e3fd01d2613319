/** Opens the palette, from within a field too; so does `/`, elsewhere. */
export const PALETTE_KEYS = 'mod+k';

/** Under what the shortcuts are listed that every page has. */
export const EVERYWHERE = 'Everywhere';
export const PAGES_GROUP = 'Go to a page';
