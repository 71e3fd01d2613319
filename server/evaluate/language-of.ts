/** Languages that are told by their letters; Japanese and Korean before Chinese, whose characters they have too. */
const SCRIPTS: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['ko', /\p{sc=Hangul}/gu],
  ['zh', /\p{sc=Han}/gu],
  ['ar', /\p{sc=Arabic}/gu],
  ['he', /\p{sc=Hebrew}/gu],
  ['el', /\p{sc=Greek}/gu],
  ['hi', /\p{sc=Devanagari}/gu],
  ['th', /\p{sc=Thai}/gu],
];

/** Small words that hardly another of these languages has. */
const SMALL_WORDS: Record<string, ReadonlySet<string>> = {
  en: wordsOf(
    'the and is of to with that for are it before after you when what must your which by be from on at if not',
  ),
  de: wordsOf(
    'der die das und ist mit nicht ein eine wird werden zu den dem auf für im sie wann welche wie bei nach was vor muss',
  ),
  fr: wordsOf('le les des est une et pour dans que qui avec sur pas du vous il au quand doit avant après quelle'),
  es: wordsOf('el los las una con para por que del se es y antes después debe cuando cuál está no su al'),
  it: wordsOf('il gli della che per con una sono di non si prima dopo quando quale deve nel alla è e'),
  pt: wordsOf('os uma com para não que em do da dos deve antes depois quando qual é são ao e o'),
  nl: wordsOf('het een en van niet met voor dat zijn wordt moet bij naar wanneer welke deze na op'),
};

/** Share of letters from which a script tells the language: figures and names of products stand beside them. */
const TOLD_BY = 0.2;

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** BCP 47 without a region; undefined where nothing, or as much for two, tells it. */
export function languageOf(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const script = SCRIPTS.find(([, of]) => (text.match(of)?.length ?? 0) > letters * TOLD_BY);
  if (script) return script[0];
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [best, second] = Object.entries(SMALL_WORDS)
    .map(([language, small]) => ({ language, n: words.filter((word) => small.has(word)).length }))
    .toSorted((one, other) => other.n - one.n);
  return best && best.n > (second?.n ?? 0) ? best.language : undefined;
}

/** Whether `languageOf` can tell it; the region does not matter. */
export const canTell = (language: string): boolean =>
  baseOf(language) in SMALL_WORDS || SCRIPTS.some(([each]) => each === baseOf(language));

/** `pt` of `pt-BR`. */
export const baseOf = (language: string): string => language.toLowerCase().split('-')[0] ?? language;
