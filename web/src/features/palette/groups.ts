import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** The shortcut that opens the palette, even from within a field; outside of fields, `/` does too. */
export const PALETTE_SHORTCUT = 'mod+k';

/** Returns the heading of the global shortcuts. */
export const headingOfGlobalShortcuts = (): string => t('everywhere');

/** Returns the heading of the shortcuts to pages. */
export const headingOfGoToPageShortcuts = (): string => t('goToAPage');
