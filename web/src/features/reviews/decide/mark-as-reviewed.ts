/** What one says, and the key for it, having seen what was changed while one looked. */
export const LOOKED = 'I’ve looked at it';
export const REVIEWED_KEY = 'l';
