const PREFIX = 'item-';

/** Returns an item's element id, which is also its URL fragment. */
export const itemElementIdOf = (id: string) => `${PREFIX}${id}`;

/** Returns the item id of a URL fragment. */
export const itemIdOfFragment = (hash: string) => (hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : null);
