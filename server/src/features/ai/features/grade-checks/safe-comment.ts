import { createKnownAddressChecker } from '../checks/web-addresses.ts';
import { clipText } from '../../../../platform/clip-text.ts';
import { normalizedWordsOf } from './normalized-words.ts';

const LONGEST_COMMENT = 500;

/** In English, German, Spanish, Polish and French, without accents. Matched whole: stems occur in other words. */
const INSULTS = new Set(
  (
    'idiot idiots idiotic stupid moron morons dumb fool fools imbecile loser losers pathetic asshole ' +
    'bastard bullshit fuck fucking shit crap bitch dumm dumme dummer dummes dummkopf bloed blode idioten idiotisch ' +
    'trottel depp deppen versager schwachkopf schwachsinn scheisse scheiss arschloch idiota idiotas estupido estupida ' +
    'imbecil tonto tonta mierda gilipollas cabron pendejo idiotka glupi glupia glupie glupek kretyn kretynka ' +
    'debil debilem gowno kurwa dupek matol stupide stupides idiote imbeciles cretin abruti abrutie merde connard ' +
    'conne debile'
  ).split(' '),
);

/**
 * Returns a function that clips a model's comment for a learner; undefined for one that insults, or has an address that
 * neither question nor answer has.
 */
export function createSafeCommentFilter(known: string): (comment: string) => string | undefined {
  const isKnown = createKnownAddressChecker(known);
  return (comment) => {
    const isSafe = isKnown(comment) && !normalizedWordsOf(comment).some((word) => INSULTS.has(word));
    return isSafe ? clipText(comment, LONGEST_COMMENT) : undefined;
  };
}
