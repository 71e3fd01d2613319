import type { GeneratedCard, GeneratedQuestion, GeneratedItemWarning } from '@training/shared/ai/generated-items';
import { clipText } from '../../../../platform/clip-text.ts';
import { comparisonKeyOf } from '../prompt/model-output-text.ts';
import {
  doesPassageLimitSeparateOptions,
  isComputedFigure,
  questionSentenceOf,
  findAnswerFiguresMissingFromPassage,
  findUnprovenQuestionLimits,
} from './claimed-figures.ts';
import { figuresOf, isFigureProven } from './figures.ts';
import { findSupportedWrongOption } from './supported-wrong-option.ts';
import {
  findBetterSupportedWrongOption,
  findWrongOptionExplainedAsRight,
  isRightOptionInPrompt,
  isWrongOptionExplainedFromSource,
  findEqualOptions,
} from './options.ts';
import {
  doesAnswerAddNegation,
  doesAnswerDropNegation,
  findReversedLimits,
  findComparisonsAgainstProhibition,
} from './denials.ts';
import { doesRestateDeniedAct } from './denied-acts.ts';
import { doesAnswerReverseOrder } from './order.ts';
import { findWordPositions, isNegative, readPolarity, removeConditionalNegations } from './polarity.ts';
import { findUnprovenFigures, findUnprovenNames } from './proof.ts';
import {
  analysePassage,
  findUnrequestedLanguage,
  type PassageAnalysis,
  type SourcePartAnalysis,
} from './source-part-analysis.ts';
import { isPromptInjection } from './prompt-injection.ts';
import {
  isYesNoCard,
  isQuestionAboutDocument,
  isAllOrNoneOption,
  isLongList,
  isRightAnswerLongest,
  isYesNoAnswer,
  isAskedAmountMissing,
} from './style.ts';
import {
  findUnsupportedAnswerPart,
  findBetterSentence,
  isItemInSourceLanguage,
  isInventedClaim,
  isPassageOffTopic,
  isUnsupportedAcceptedAnswer,
  isFormOfSupportedAcceptedAnswer,
  MIN_SUPPORTED_WORD_SHARE,
} from './support.ts';
import { hasMarkdown, hasUnknownMarkup } from './unwanted-content.ts';
import { createStemLookup } from './words.ts';

// Longer than other files: a switch over all kinds of questions, whose flags share these helpers.

/** Creates a flag; truncates `detail` to 200 code points. */
const flag = (kind: GeneratedItemWarning['kind'], detail = ''): GeneratedItemWarning => ({
  kind,
  detail: clipText(detail, 200),
});

type Range = { start: number; end: number; text: string };

/** The texts of an item by what they claim. */
type Claims = {
  /** Asks; the source must prove its limits, but figures of a case may be made up. */
  asked: string;
  /** Texts that the quoted passage must prove. */
  answers: readonly string[];
  /** Texts that the source must prove. */
  others: readonly string[];
  /** Nouns that a question may count beside its answers: the lines of a rubric. */
  counted?: readonly string[];
  /** Texts that claim nothing, such as wrong options. */
  rest?: readonly string[];
};

function commonFlags(
  { asked, answers, others, counted = answers, rest = [] }: Claims,
  passage: PassageAnalysis,
  reference: SourcePartAnalysis,
): GeneratedItemWarning[] {
  const all = [asked, ...answers, ...others, ...rest];
  const shown = [asked, ...answers, ...rest];
  const found: GeneratedItemWarning[] = [];
  const forAi = reference.forAi.find(({ start, end }) => start < passage.end && passage.start < end);
  if (forAi) found.push(flag('to_ai', reference.text.slice(forAi.start, forAi.end)));
  else if (all.some(isPromptInjection)) found.push(flag('to_ai', all.find(isPromptInjection)));
  const contacts = reference.unknownContacts(all.join('\n'));
  found.push(...contacts.slice(0, 3).map((each) => flag('contact', each)));
  if (all.some((text) => hasUnknownMarkup(text, reference.text)) || shown.some(hasMarkdown)) found.push(flag('markup'));
  const language = findUnrequestedLanguage(reference, all);
  if (language !== undefined) found.push(flag('language', language));
  const figures = [
    ...answers.flatMap((text) => findAnswerFiguresMissingFromPassage(text, asked, passage, reference)),
    ...others.flatMap((text) =>
      findUnprovenFigures(text, [passage.proof, reference.proof], reference.proof, reference.itemLanguage),
    ),
    ...findUnprovenQuestionLimits(asked, counted, passage, reference),
  ].filter((each) => !contacts.some((contact) => contact.replaceAll(/\D/g, '').includes(each.replaceAll(/\D/g, ''))));
  found.push(...[...new Set(figures)].slice(0, 5).map((each) => flag('figure', each)));
  // A question may have names of a case.
  const names = [...answers, ...others].flatMap((text) =>
    findUnprovenNames(text, reference.proof, reference.itemLanguage),
  );
  found.push(...[...new Set(names)].slice(0, 5).map((each) => flag('name', each)));
  if (isQuestionAboutDocument(questionSentenceOf(asked), passage.text, reference.itemLanguage))
    found.push(flag('about_document'));
  found.push(...polarityFlags(asked, answers, passage, reference));
  return found;
}

/** Flags negations, limits and orders that an answer turns round. */
function polarityFlags(
  asked: string,
  answers: readonly string[],
  passage: PassageAnalysis,
  reference: SourcePartAnalysis,
): GeneratedItemWarning[] {
  const { itemLanguage } = reference;
  if (!itemLanguage || !passage.reading) return [];
  const question = removeConditionalNegations(readPolarity(questionSentenceOf(asked), itemLanguage));
  const found: GeneratedItemWarning[] = [];
  for (const answer of answers) {
    const answered = readPolarity(answer, itemLanguage);
    // The answer to what one must not do has the opposite limit.
    const isNegated = isNegative(question) || findWordPositions(question.tokens, question.lexicon.why).length > 0;
    const turned = isNegated
      ? findComparisonsAgainstProhibition(answered, passage.reading)
      : findReversedLimits(answered, passage.reading, figuresOf(asked, itemLanguage));
    if (turned.length > 0) found.push(flag('limit', turned[0]));
    if (!isItemInSourceLanguage(reference)) continue;
    if (doesAnswerReverseOrder(question, answered, passage.reading)) found.push(flag('limit', answer));
    const item = {
      asked: question,
      answered,
      hasInAnswer: createStemLookup(answer),
      hasInItem: createStemLookup(`${asked}\n${answer}`),
    };
    const own = passage.own.flatMap(({ denials }) => denials);
    const elsewhere = reference.read.find(({ denials }) => doesAnswerDropNegation(item, denials, true));
    const isOwn = doesAnswerDropNegation(item, own, false) || doesRestateDeniedAct(item, passage.own);
    if (isOwn || elsewhere) found.push(flag('negation', isOwn ? passage.text : elsewhere?.text.trim()));
    else if (doesAnswerAddNegation(item, passage.reading, passage.has)) found.push(flag('negation', passage.text));
  }
  return found.slice(0, 2);
}

/** Fewest strange words of an answer to a passage that denies something. */
const FEWEST_OF_DENIED = 5;

/** Returns true if a passage negates, forbids or makes an exception. */
const denies = ({ reading }: PassageAnalysis) => reading !== undefined && (reading.hasException || isNegative(reading));

/** Flags an answer whose words the source lacks, or which belongs to another passage. */
function supportFlags(
  asked: string,
  answer: string,
  passage: PassageAnalysis,
  reference: SourcePartAnalysis,
): GeneratedItemWarning[] {
  // "Don't get up" may be "sit still": with a negation or exception in the passage, other words prove little.
  if (isInventedClaim(reference, answer, asked, denies(passage) ? { fewest: FEWEST_OF_DENIED } : {}))
    return [flag('unsupported', answer)];
  const question = questionSentenceOf(asked);
  if (
    isPassageOffTopic(reference, passage, question) ||
    isAskedAmountMissing(question, answer, passage.text, reference.itemLanguage)
  )
    return [flag('unsupported', answer)];
  const added = findUnsupportedAnswerPart(reference, passage, answer, asked);
  if (added !== undefined) return [flag('unsupported', added)];
  const other = findBetterSentence(reference, passage, answer, 2) ?? findBetterSentence(reference, passage, asked, 2);
  return other === undefined ? [] : [flag('other_passage', other)];
}

/** Flags a card that a trainer should check before taking it. */
export function findCardFlags(
  { front, back }: Pick<GeneratedCard, 'front' | 'back'>,
  range: Range,
  reference: SourcePartAnalysis,
): GeneratedItemWarning[] {
  const passage = analysePassage(reference, range);
  const found = commonFlags({ asked: front, answers: [back], others: [] }, passage, reference);
  found.push(...supportFlags(front, back, passage, reference));
  if (isLongList(back)) found.push(flag('list'));
  if (isYesNoCard(front, back, reference.itemLanguage ?? reference.language)) found.push(flag('yes_no'));
  return found;
}

type Unflagged = GeneratedQuestion extends infer Q
  ? Q extends unknown
    ? Omit<Q, 'flags' | 'level' | 'quote'>
    : never
  : never;

/** Flags a question, like `findCardFlags`. Wrong options make no claims. */
export function findQuestionFlags(
  question: Unflagged,
  range: Range,
  reference: SourcePartAnalysis,
): GeneratedItemWarning[] {
  const passage = analysePassage(reference, range);
  const { prompt: asked, explanation } = question;
  const { itemLanguage } = reference;
  switch (question.kind) {
    case 'short_text': {
      const { accepted } = question;
      const found = commonFlags({ asked, answers: accepted, others: [explanation] }, passage, reference);
      const strange = accepted.find(
        (text) =>
          figuresOf(text, itemLanguage).every(({ implied }) => implied) &&
          !isFormOfSupportedAcceptedAnswer(reference, passage, accepted, text) &&
          (isInventedClaim(reference, text, asked, { fewest: 1 }) ||
            isUnsupportedAcceptedAnswer(reference, passage, asked, accepted, text)),
      );
      if (strange !== undefined) found.push(flag('unsupported', strange));
      if (accepted.some((text) => isRightOptionInPrompt(asked, text, [], itemLanguage)))
        found.push(flag('key_in_prompt'));
      return found;
    }
    case 'spoken': {
      const { rubric } = question;
      const claims = { asked, answers: [], others: [explanation, ...rubric], counted: rubric };
      const found = commonFlags(claims, passage, reference);
      // With a negation in the passage, a line that negates may have other words: "puts no pressure on" for "not urge".
      const fewestOf = (line: string) =>
        itemLanguage && isNegative(readPolarity(line, itemLanguage)) && denies(passage) ? FEWEST_OF_DENIED : 2;
      const strange = rubric.find((line) =>
        isInventedClaim(reference, line, asked, { fewest: fewestOf(line), least: MIN_SUPPORTED_WORD_SHARE.line }),
      );
      return strange === undefined ? found : [...found, flag('unsupported', strange)];
    }
    case 'number': {
      const written = new Intl.NumberFormat(itemLanguage ?? 'en', { useGrouping: false, maximumFractionDigits: 12 });
      const answer = [written.format(question.value), ...question.units.slice(0, 1)].join(' ');
      const found = commonFlags({ asked, answers: [answer], others: [explanation] }, passage, reference);
      return isRightOptionInPrompt(asked, answer, [], itemLanguage) ? [...found, flag('key_in_prompt')] : found;
    }
    case 'ordering':
    case 'matching': {
      const lines = [...question.options, ...('matches' in question ? question.matches : [])];
      const found = commonFlags({ asked, answers: [], others: [explanation, ...lines] }, passage, reference);
      const strange = question.options.find((line) =>
        isInventedClaim(reference, line, asked, { least: MIN_SUPPORTED_WORD_SHARE.line }),
      );
      return strange === undefined ? found : [...found, flag('unsupported', strange)];
    }
    case 'single_choice':
    case 'multiple_choice': {
      const right = new Set(question.kind === 'single_choice' ? [question.correct] : question.correct);
      const answers = question.options.filter((_, index) => right.has(index));
      const wrong = question.options.filter((_, index) => !right.has(index));
      const common = commonFlags({ asked, answers, others: [], rest: [...wrong, explanation] }, passage, reference);
      // A value of a case, such as 1.5 bar where the limit is 1.2, need not be in the passage.
      const found = doesPassageLimitSeparateOptions(answers, wrong, passage, itemLanguage)
        ? common.filter(({ kind, detail }) => kind !== 'figure' || !answers.some((text) => text.includes(detail)))
        : common;
      return [
        ...found,
        ...explanationFlags(question, answers, wrong, passage, reference),
        ...optionFlags(asked, answers, wrong, passage, reference),
      ];
    }
  }
}

/** Flags an explanation that speaks for a wrong option, or has figures that neither the source nor an option has. */
function explanationFlags(
  { prompt, explanation }: { prompt: string; explanation: string },
  answers: readonly string[],
  wrong: readonly string[],
  passage: PassageAnalysis,
  reference: SourcePartAnalysis,
): GeneratedItemWarning[] {
  const other = findWrongOptionExplainedAsRight(explanation, prompt, answers, wrong, reference.itemLanguage);
  if (other !== undefined && !isWrongOptionExplainedFromSource(reference, explanation, prompt, other))
    return [flag('explanation', other)];
  const options = [...answers, ...wrong, prompt].flatMap((text) => figuresOf(text, reference.itemLanguage));
  const unproven = new Set(
    findUnprovenFigures(explanation, [passage.proof, reference.proof], reference.proof, reference.itemLanguage),
  );
  return figuresOf(explanation, reference.itemLanguage)
    .filter((figure) => unproven.has(figure.text) && /\p{Nd}/u.test(figure.text) && !isFigureProven(figure, options))
    .filter((figure) => !isComputedFigure(figure, prompt, passage, reference.itemLanguage))
    .map(({ text }) => flag('figure', text));
}

function optionFlags(
  asked: string,
  answers: readonly string[],
  wrong: readonly string[],
  passage: PassageAnalysis,
  reference: SourcePartAnalysis,
): GeneratedItemWarning[] {
  const options = [...answers, ...wrong].map(comparisonKeyOf);
  const found: GeneratedItemWarning[] = [];
  if (options.every(isYesNoAnswer)) found.push(flag('yes_no'));
  if (options.some(isAllOrNoneOption)) found.push(flag('all_of_them'));
  if (isRightAnswerLongest(answers, wrong)) found.push(flag('long_answer'));
  const same = findEqualOptions([...answers, ...wrong], reference.itemLanguage);
  if (same) found.push(flag('options_alike', same.join(' · ')));
  const better = findBetterSupportedWrongOption(reference, passage, asked, answers, wrong);
  if (better !== undefined) found.push(flag('other_option', better));
  const also = same ? undefined : findSupportedWrongOption(reference, passage, asked, answers, wrong);
  if (also !== undefined) found.push(flag('ambiguous', [...answers, also].join(' · ')));
  if (answers.some((text) => isRightOptionInPrompt(asked, text, wrong, reference.itemLanguage)))
    found.push(flag('key_in_prompt'));
  return found;
}
