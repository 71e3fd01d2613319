import { formatNumber } from '../../lib/i18n/numbers.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('analytics');

/** Returns the number of completed trainings, and how many of them were not proved here, if any. */
export const completedAndAttestedInWords = ({ completed, attested }: { completed: number; attested: number }): string =>
  attested === 0
    ? formatNumber(completed)
    : t('completedAttested', { completed: formatNumber(completed), attested: formatNumber(attested) });
