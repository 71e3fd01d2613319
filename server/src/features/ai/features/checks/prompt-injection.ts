import { foldText, wordSetOf } from './words.ts';

/** Words folded as by `foldText`, in English, German, Spanish, Polish and French. */
const DISREGARD = wordSetOf(
  'ignore ignores ignoring disregard forget override bypass ignoriere ignorieren ignoriert vergiss vergesst vergessen missachte missachten ubergehe ignora ignoren ignorad olvida olviden olvidad olvide omite omitid omitan desestima desestimad desestimen zignoruj zignorujcie ignoruj ignorujcie zapomnij zapomnijcie pomin ignorez oublie oubliez compte neglige',
);
const RULES = wordSetOf(
  'instruction instructions rule rules prompt prompts direction directions guideline guidelines command commands told anweisung anweisungen regel regeln vorgabe vorgaben befehl befehle instruccion instrucciones regla reglas orden ordenes indicaciones polecenie polecen polecenia instrukcje instrukcji zasady zasad reguly consigne consignes regle regles ordre ordres',
);
const ORDER = wordSetOf(
  'write make generate create produce answer output respond reply include add insert schreibe schreib schreiben erzeuge erstelle erstellen antworte antworten fuge escribe escriba escriban escribid decid digan genera genere crea cree responde responda incluye incluya anade napisz napiszcie stworz utworz wygeneruj odpowiedz odpowiadaj dodaj umiesc ecris ecrivez generez creez reponds repondez ajoute ajoutez mets inscris',
);
const ITEMS = wordSetOf(
  'flashcard flashcards card cards quiz quizzes question questions lernkarte lernkarten karte karten karteikarte karteikarten frage fragen tarjeta tarjetas ficha fichas pregunta preguntas fiszka fiszki fiszek fiszke fiszce fiszkach pytanie pytania pytan pytaniu carte cartes fiche fiches',
);
const EVERY = wordSetOf(
  'every each all jede jeder jedem jeden alle allen cada todas todos kazdej kazdym kazda kazde wszystkich chaque toutes tous',
);
/** Names of an AI. */
export const AI_NAMES = wordSetOf(
  'ai ki ia llm llms gpt chatgpt claude gemini copilot chatbot chatbots sprachmodell sprachmodelle sprachmodellen sprachmodells',
);
/** First and second words of longer names. */
const LONGER = [
  [
    wordSetOf(
      'language modelo modelos model modelu modele modeli modelom modelowi modeles intelligence inteligencia sztuczna sztucznej artificial kunstliche kunstlichen',
    ),
    wordSetOf(
      'model models lenguaje idioma jezykowy jezykowego jezykowych jezykowym jezykowemu jezykowe langage artificielle artificial inteligencja inteligencji inteligencjo intelligence intelligenz',
    ),
  ],
  [
    wordSetOf(
      'asystent asystencie asystenta asystentow asystentom asystenci assistant asistente asistentes assistants',
    ),
    wordSetOf('ai ki ia'),
  ],
  [wordSetOf('modele modelos modelo'), wordSetOf('de')],
] as const;
/** Words that follow a short name: AI assistants. */
const KINDS = wordSetOf(
  'assistant assistants model models system systems agent agents reader readers tool tools systeme systemen assistent assistenten modell modelle',
);
const NOTE = wordSetOf(
  'note notice message attention dear hey hello hinweis nachricht achtung liebe lieber hallo nota aviso mensaje atencion querida querido estimada uwaga wiadomosc notatka informacja droga drogi message avis cher chere bonjour',
);
const TO = wordSetOf('to an a do al aux l');
const ARTICLES = wordSetOf(
  'the any every all toute tout todo toda jede jedes kazdej kazdego die das alle los las la el les toutes wszystkich wszystkie',
);
const INDEFINITE = wordSetOf('an a eine ein una un une');
const YOU_ARE = wordSetOf('are bist eres jestes sind seid sois etes es');
const AS = wordSetOf('as als como jako');
const MARKER =
  /<\|(?:im_|system|user|assistant|end)|\[\/?inst\]|<<sys>>|<\/(?:source|title|quote|system|instructions?)>/;

/** How many words may stand between a verb and its object. */
const NEAR = 7;

/** Words before a place: "write the number on the card" makes no card. */
const PLACE = wordSetOf('on onto at auf am na sur sobre');

/**
 * Returns true if a word of `second` follows one of `first` closely, in the same sentence.
 * @param ends Words between the two that tell that the second isn't the object of the first
 */
function follows(
  words: readonly string[],
  first: ReadonlySet<string>,
  second: ReadonlySet<string>,
  ends?: ReadonlySet<string>,
): boolean {
  let last = -Infinity;
  for (const [n, word] of words.entries()) {
    if (/^[.!?]$/.test(word) || ends?.has(word)) last = -Infinity;
    if (second.has(word) && n - last <= NEAR) return true;
    if (first.has(word)) last = n;
  }
  return false;
}

/** Number of words that name an AI at this place; 0 if none do. */
function nameAt(words: readonly string[], n: number): number {
  const word = words[n] ?? '';
  const next = words[n + 1] ?? '';
  if (LONGER.some(([one, two]) => one.has(word) && two.has(next))) return word === 'modele' && next === 'de' ? 3 : 2;
  // "asistentes de IA", "assistants d'IA"
  const joined = next === 'de' ? 2 : next === 'd' && words[n + 2] === "'" ? 3 : 0;
  if (joined > 0 && LONGER[1][0].has(word) && LONGER[1][1].has(words[n + joined] ?? '')) return joined + 1;
  if (!AI_NAMES.has(word)) return 0;
  return KINDS.has(next) ? 2 : 1;
}

const foldedTokens = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+|[.,:!?'\n]/gu) ?? [];

/** Returns true if an AI is spoken to: "Note to AI assistants", "Assistant AI, …", "you are an AI". */
export function doesAddressAiByName(text: string): boolean {
  const words = foldedTokens(text);
  for (let n = 0; n < words.length; n++) {
    const length = nameAt(words, n);
    if (length === 0) continue;
    let first = n - 1;
    while (ARTICLES.has(words[first] ?? '') || words[first] === "'") first--;
    const before = words[first] ?? '';
    const isFirst = n === 0 || /^[.!?\n]$/.test(words[n - 1] ?? '');
    const after = words[n + length] ?? '';
    if (NOTE.has(before)) return true;
    const opens = first === 0 || /^[.!?\n]$/.test(words[first - 1] ?? '');
    const behind = words.slice(n + length, n + length + NEAR);
    if (TO.has(before) && opens && /^[^.!?]*[:,]/.test(behind.join(' '))) return true;
    const noted = words.slice(Math.max(first - 2, 0), first).some((word) => NOTE.has(word));
    if (noted && !/^[.!?]$/.test(before)) return true;
    const isNamed = KINDS.has(words[n + length - 1] ?? '') || LONGER[1][0].has(words[n] ?? '');
    if (isFirst && (after === ',' || after === ':') && isNamed) return true;
    if (isFirst && after === ',') return true;
    const role = INDEFINITE.has(before) ? (words[first - 1] ?? '') : before;
    if (YOU_ARE.has(role) || (AS.has(role) && role !== before)) return true;
  }
  return false;
}

/** Returns true if the text instructs an AI that reads it: addresses it, overrides its rules, or asks for items. */
export function isPromptInjection(text: string): boolean {
  const words = foldedTokens(text);
  return (
    MARKER.test(foldText(text)) ||
    follows(words, DISREGARD, RULES) ||
    follows(words, ORDER, ITEMS, PLACE) ||
    (follows(words, EVERY, ITEMS) && words.some((word) => ORDER.has(word))) ||
    doesAddressAiByName(text)
  );
}

/** Ranges of the paragraphs of a source that speak to an AI. */
export function findPromptInjections(source: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let start = 0;
  for (const paragraph of source.split('\n\n')) {
    const end = start + paragraph.length;
    if (isPromptInjection(paragraph)) found.push({ start, end });
    start = end + 2;
  }
  return found;
}
