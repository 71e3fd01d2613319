import { addressesAi } from '../checks/speaks-to-ai.ts';
import { rolesOf, TOGETHER, type RoleOfWord } from './grading-words.ts';
import { plainWords } from './plain-words.ts';

/** Single letters in a row that are a word spelled out, to hide it. */
const SPELLED = 8;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const PERSONS = ['boss', 'judge', 'post', 'machine'] as const;
const POINTS = setOf('points punkt punkte punkten puntos punkty punktow');
/** Behind these, points are places: points of contact, puntos de apoyo. */
const OF = setOf('of de d des der on in an am aus auf z na do');
const COUNTED = setOf(
  '2 3 4 5 6 two three four five six zwei drei vier funf dos tres cuatro cinco dwa trzy cztery deux trois quatre cinq',
);
/** Articles between a claim and the post that is claimed. */
const ARTICLES = setOf(
  'the a an your this der die das dein deine ihr ihre ein eine el la los las un una tu su le les l votre ton twoim panstwa dzial service',
);
/** An assistant that is spoken to. */
const ASSISTANT = /(?:^|[.!?] )(?:assistant|assistent|asistente|asystencie|asystent)[,:!]/i;
/** Words behind which another person is meant: I am with my supervisor. */
const OTHERS = setOf(
  'with by at near under to for of my not mit bei beim von vom meinem meiner mein meine nicht con por del al mi no z u dla moim nie avec chez du au mon ma pas de en',
);
/** Words in front of the answer that is given. */
const THIS = setOf('this my that diese dieser diesen meine meiner esta mi moja moje te ta ce cette ma');
/** Most words between a claim and the post. */
const CLAIMED = 3;

/** Returns true if the speaker claims to be the person at a place: "I am the trainer", "hier spricht der Prüfer". */
function claims(words: readonly string[], place: number, is: (at: number, role: RoleOfWord) => boolean): boolean {
  if (is(place - 1, 'greeting') || words[place + 1] === 'speaking') return true;
  let unknown = 0;
  for (let at = place - 1; at >= place - CLAIMED; at--) {
    const word = words[at] ?? '';
    if (is(at, 'self')) return true;
    if (OTHERS.has(word) || (!ARTICLES.has(word) && ++unknown > 1)) return false;
  }
  return false;
}

/**
 * Returns a function that tells whether a text speaks of marks, criteria or whoever grades, instead of the matter. A
 * supervisor or trainer who is told or asked belongs to the matter, and so do words that the question or its criteria
 * use. Linear in the text.
 */
export function speaksOfGrading(question: string, rubric: readonly string[]): (text: string) => boolean {
  const matter = new Set([question, ...rubric].flatMap(plainWords).map((word) => word.slice(0, 5)));
  return (text) => {
    const words = plainWords(text);
    let letters = 0;
    for (const word of words) {
      letters = word.length === 1 ? letters + 1 : 0;
      if (letters >= SPELLED) return true;
    }
    const isMatter = (word = '') => matter.has(word.slice(0, 5));
    const every = words.map(rolesOf);
    const is = (at: number, role: RoleOfWord) => every[at]?.includes(role) ?? false;
    const roles = words.map((word, place) => {
      const all = every[place] ?? [];
      if (!POINTS.has(word)) return isMatter(word) ? [] : all;
      const next = words[place + 1] ?? '';
      const isPlace = COUNTED.has(words[place - 1] ?? '') || OF.has(next) || isMatter(next);
      return isPlace ? [] : all;
    });
    const last = new Map<RoleOfWord, number>();
    return (
      addressesAi(text) ||
      ASSISTANT.test(text) ||
      words.some((_, place) => {
        const own = roles[place] ?? [];
        if (own.includes('strong')) return true;
        if (PERSONS.some((role) => is(place, role)) && claims(words, place, is)) return true;
        const isNear = (role: RoleOfWord, within: number) => place - (last.get(role) ?? -Infinity) <= within;
        const isThis = own.includes('answer') && THIS.has(words[place - 1] ?? '');
        const found =
          (isThis && isNear('boss', BOSS_TO_ANSWER)) ||
          // Two such words are about a grade, whatever they are.
          (own.includes('graded') && isNear('graded', GRADED) && words[last.get('graded') ?? 0] !== words[place]) ||
          TOGETHER.some(({ roles: together, within, ordered = false }) =>
            ordered
              ? own.includes(together.at(-1) ?? 'strong') && isNear(together[0] ?? 'strong', within)
              : together.some((role) => own.includes(role)) &&
                together.every((role) => own.includes(role) || isNear(role, within)) &&
                !together.every((role) => own.includes(role)),
          );
        for (const role of own) last.set(role, place);
        return found;
      })
    );
  };
}

/** Words between a person and the answer that this person is said to have judged, and between two words of grades. */
const BOSS_TO_ANSWER = 6;
const GRADED = 8;
