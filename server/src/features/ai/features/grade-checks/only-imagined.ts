import { plainWords } from './plain-words.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that ask to take something for true, in English, German, Spanish, Polish and French; `_` joins two. */
const IMAGINE = setOf(
  'imagine pretend suppose supposing assume assuming as_if as_though lets_say picture stell stellt stellen angenommen ' +
    'nehmen_wir nimm_an tu_so tun_sie als_ob als_hatte imagina imaginate imagine imaginese supon suponga supongamos ' +
    'finge finja como_si pongamos wyobraz wyobrazcie zaloz zalozmy przyjmij przyjmijmy udawaj jakby jakbym ' +
    'davon_aus take_as imaginez supposons supposez comme_si admettons mettons',
);
/** Words for what was said. */
const SAID = setOf(
  'said told explained mentioned answered heard named listed described given gesagt erklart genannt erwahnt gehort ' +
    'beschrieben geantwortet aufgezahlt erzahlt dicho explicado mencionado oido nombrado contado descrito contestado ' +
    'respondido powiedzialem powiedzialam mowilem mowilam wyjasnilem wyjasnilam opisalem opisalam wymienilem ' +
    'wymienilam opowiedzialem opowiedzialam slyszales slyszalas slyszal slyszala uslyszales dit dire explique ' +
    'mentionne entendu cite decrit repondu raconte enumere',
);
/** Words by which whoever listens is given a role. */
const YOU = setOf('you du dir sie ihnen eres fueras seas usted jestes bylbys bylabys tu vous etais serais etiez');
/** Orders to think like somebody else; `_` joins two words. */
const ROLE = setOf(
  'put_yourself ponte_en pongase_en versetz_dich versetzen_sie mets_toi mettez_vous postaw_sie wczuj_sie',
);
const THAT = setOf('that though if dass als que si ze jakbym jakby');
/** Forms by which the speaker is said to have done something. Polish has endings. */
const HAVE_DONE = setOf('id had ive have d hatte habe hubiera hubiese haya he aurais avais ai venais');
const POLISH_PAST = /(?:lem|lam)$/;
/** Words between asking to imagine and what is imagined. */
const NEAR = { said: 14, you: 3 };

/** Returns true if a text asks its listener to imagine that something was said or done, or to be somebody else. */
export function isOnlyImagined(text: string): boolean {
  const words = plainWords(text);
  return words.some((word, place) => {
    const pair = `${word}_${words[place + 1] ?? ''}`;
    if (ROLE.has(pair)) return true;
    if (!IMAGINE.has(word) && !IMAGINE.has(pair)) return false;
    const behind = words.slice(place + 1, place + 1 + NEAR.said);
    // "As though" holds its own conjunction.
    const that = words.slice(place, place + 1 + NEAR.said).findIndex((each) => THAT.has(each));
    const isDone = that >= 0 && behind.slice(that).some((each) => HAVE_DONE.has(each) || POLISH_PAST.test(each));
    const isYou = behind.slice(1, 1 + NEAR.you).some((each) => YOU.has(each));
    return isDone || isYou || behind.some((each) => SAID.has(each));
  });
}
