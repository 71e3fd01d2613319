const PREFIX = 'item-';

/** Where an item is found on the page, and by which part of an address. */
export const anchorOf = (id: string) => `${PREFIX}${id}`;

/** The item that such a part of an address names. */
export const itemOfAnchor = (hash: string) => (hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : null);
