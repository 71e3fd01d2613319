/** The label and shortcut of the button that confirms having seen a change. */
export const LOOKED = 'I’ve looked at it';
export const REVIEWED_KEY = 'l';
