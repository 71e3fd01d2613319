import { plainWords } from './plain-words.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that ask to take something for true, in English, German, Spanish, Polish and French; `_` joins two. */
const IMAGINE = setOf(
  'imagine pretend suppose supposing assume assuming as_if as_though lets_say picture stell stellt stellen angenommen ' +
    'nehmen_wir nimm_an tu_so tun_sie als_ob als_hatte imagina imaginate imagine imaginese supon suponga supongamos ' +
    'finge finja como_si pongamos wyobraz wyobrazcie zaloz zalozmy przyjmij przyjmijmy udawaj jakby jakbym ' +
    'imaginez supposons supposez comme_si admettons mettons',
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
const YOU = setOf('you du dir sie ihnen eres fueras seas usted jestes bylbys bylabys tu vous es etais serais etiez');
/** Words between asking to imagine and what is imagined. */
const NEAR = { said: 12, you: 3 };

/** Returns true if a text asks its listener to imagine that something was said, or to be somebody else. */
export function isOnlyImagined(text: string): boolean {
  const words = plainWords(text);
  return words.some((word, place) => {
    if (!IMAGINE.has(word) && !IMAGINE.has(`${word}_${words[place + 1] ?? ''}`)) return false;
    const behind = words.slice(place + 1, place + 1 + NEAR.said);
    return behind.some((each, n) => SAID.has(each) || (n < NEAR.you + 1 && n > 0 && YOU.has(each)));
  });
}
