import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** Opens the palette, even from within a field; outside of fields, `/` does too. */
export const PALETTE_KEYS = 'mod+k';

/** Returns the heading of the global shortcuts. */
export const everywhereHeading = (): string => t('everywhere');

/** Returns the heading of the shortcuts to pages. */
export const pagesHeading = (): string => t('goToAPage');
