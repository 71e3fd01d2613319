import type { AttestationDetails } from '@training/shared/attested/attested';
import { formatDay } from '../../../lib/i18n/in-words.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('learning');

/** Returns where and when a training was completed that was not completed here. */
export const attestedInWords = ({ source, completed_on }: AttestationDetails): string =>
  t('attestedFrom', { source, day: formatDay(completed_on) });
