import type { TranslationState, LanguageVariant } from '@training/shared/translations/translations';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('translations');

export const TRANSLATION_STATE_COLORS: Record<TranslationState, string> = {
  missing: 'gray.6',
  stale: 'orange',
  draft: 'gray.6',
  in_review: 'blue',
  approved: 'green',
};

/** Returns how far a variant is: "Live, 2 items out of date". */
export function variantProgressInWords({ live_since: since, missing, stale, items }: LanguageVariant): string {
  const left = missing + stale;
  if (since === null) return t('standing.notLive', { done: items - left, items });
  return left === 0 ? t('standing.live') : t('standing.liveInPart', { left });
}
