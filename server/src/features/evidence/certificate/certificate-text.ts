import type { CompletionEvidenceDocument } from '@training/shared/evidence/evidence';
import type { Translator } from '@training/shared/i18n/translator';
import {
  formatDay,
  formatMoment,
  formatNumberWithoutGrouping,
  toCatalogueLanguageOrEnglish,
  translatorIn,
} from '../../../core/messages.ts';

/** A labelled value. Sentences have the direction of the certificate's language, other values that of their letters. */
export type LabelledValue = { label: string; value: string; isSentence?: true };

/** A certificate's words. Names in its sentences are isolated, so that each keeps its own direction. */
export type CertificateText = {
  /** Code of the language of the words. */
  language: string;
  documentTitle: string;
  attachment: string;
  workspace: string;
  heading: string;
  person: string;
  module: string;
  statement: string;
  facts: LabelledValue[];
  answersHeading: string;
  answers: { question: string; answer: string; result: string }[];
};

/** The language of a certificate's words, and its translator. */
export type CertificateTranslator = { language: string; t: Translator<'certificate'> };

export function createCertificateTranslator(wanted: string): CertificateTranslator {
  return { language: toCatalogueLanguageOrEnglish(wanted), t: translatorIn('certificate', wanted) };
}

/** Returns a share in percent, with one decimal. */
export const roundedPercentOf = (share: number) => Math.round(share * 1000) / 10;

export function toCertificateText(evidence: CompletionEvidenceDocument, words: CertificateTranslator): CertificateText {
  const { language, t } = words;
  const { workspace, person, module, revision, completion, attempt, time_zone } = evidence;
  const day = (at: string) => formatDay(language, new Date(at), time_zone);
  const { score, completed_at } = completion;
  const title = revision?.title ?? module.title;
  return {
    language,
    documentTitle: t('documentTitle', { module: title, person: person.full_name }),
    attachment: t('attachment'),
    workspace: workspace.name,
    heading: t('heading'),
    person: person.full_name,
    module: title,
    statement:
      score === null
        ? t('hasCompleted', { day: day(completed_at) })
        : t('hasCompletedWithScore', { day: day(completed_at), percent: roundedPercentOf(score) }),
    facts: factsOf(evidence, words),
    answersHeading: t('answers'),
    answers: (attempt?.answers ?? []).map((answer, n) => ({
      ...numbered(n, wordsOf(answer, words), words),
      result:
        answer.score === null
          ? t('notGraded')
          : answer.score === 1
            ? t('right')
            : t('score', { percent: roundedPercentOf(answer.score) }),
    })),
  };
}

function factsOf(evidence: CompletionEvidenceDocument, { language, t }: CertificateTranslator): LabelledValue[] {
  const { person, module, revision, completion, attempt, time_zone } = evidence;
  const { completed_at, expires_at } = completion;
  const day = (at: string) => formatDay(language, new Date(at), time_zone);
  const completedAt = formatMoment(language, new Date(completed_at), time_zone);
  const facts: LabelledValue[] = [
    { label: t('course'), value: module.course },
    {
      label: t('completed'),
      value: t('moment', { moment: completedAt, timeZone: time_zone }),
      isSentence: true,
    },
    {
      label: t('validUntil'),
      // The last millisecond of the last day: the end itself belongs to the day after.
      value: expires_at === null ? t('noEnd') : day(new Date(Date.parse(expires_at) - 1).toISOString()),
      isSentence: true,
    },
  ];
  if (person.department !== null) facts.push({ label: t('department'), value: person.department });
  if (revision) {
    const { number, published_at, published_by, flashcards_hash, quiz_hash } = revision;
    const values = {
      number: formatNumberWithoutGrouping(language, number),
      day: day(published_at),
      name: wrapInBidiIsolate(published_by),
    };
    facts.push(
      { label: t('content'), value: t('revision', values), isSentence: true },
      { label: t('cardsHash'), value: flashcards_hash },
      { label: t('quizHash'), value: quiz_hash },
    );
  }
  if (attempt) {
    const values = {
      number: formatNumberWithoutGrouping(language, attempt.number),
      percent: roundedPercentOf(attempt.pass_score),
    };
    facts.push({ label: t('attempt'), value: t('attemptPassed', values), isSentence: true });
    const taken = languagesOf(attempt, language);
    const present = presencesOf(attempt, { language, t });
    if (present !== '') facts.push({ label: t('presence'), value: present, isSentence: true });
    if (taken !== '') facts.push({ label: t('takenIn'), value: taken, isSentence: true });
  }
  facts.push({ label: t('certificate'), value: completion.enrollment_id });
  for (const { section, by, at } of revision?.approvals ?? []) {
    const value = t(`approved.${section}`, { name: wrapInBidiIsolate(by), day: day(at) });
    facts.push({ label: t('approval'), value, isSentence: true });
  }
  return facts;
}

/** Says how presence was established for the answers; empty where that was not recorded. */
function presencesOf(
  { answers }: NonNullable<CompletionEvidenceDocument['attempt']>,
  { language, t }: CertificateTranslator,
): string {
  const all = answers.flatMap(({ presence }) => presence ?? []);
  const said = all.map(({ by, device }) =>
    device === null ? t(`by.${by}`) : t('onDevice', { by: t(`by.${by}`), device: wrapInBidiIsolate(device.name) }),
  );
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(new Set(said));
}

/** Names the languages in which the questions were asked; empty where that was not recorded. */
function languagesOf({ answers }: NonNullable<CompletionEvidenceDocument['attempt']>, language: string): string {
  const codes = [...new Set(answers.flatMap((answer) => answer.language ?? []))];
  const names = new Intl.DisplayNames(language, { type: 'language', fallback: 'code' });
  return new Intl.ListFormat(language, { type: 'unit' }).format(codes.map((code) => names.of(code) ?? code));
}

/** Characters of a question or an answer that are printed; the evidence inside has them whole. */
const PRINTED = 500;

function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length <= PRINTED ? text : `${letters.slice(0, PRINTED).join('')}…`;
}

/** Wraps text in U+2068 and U+2069, so that its direction doesn't affect the text around it. */
export const wrapInBidiIsolate = (text: string) => `\u2068${text}\u2069`;

type Asked = { question: string; answer: string };

const numbered = (n: number, { question, answer }: Asked, { language, t }: CertificateTranslator): Asked => ({
  question: t('question', {
    number: formatNumberWithoutGrouping(language, n + 1),
    question: wrapInBidiIsolate(shortened(question)),
  }),
  answer: shortened(answer),
});

type Answer = NonNullable<CompletionEvidenceDocument['attempt']>['answers'][number];

/** Returns a question as it was asked, and its answer. */
function wordsOf({ question, translation, response, oral }: Answer, { language, t }: CertificateTranslator): Asked {
  const asked: Record<string, unknown> = isRecord(question) ? { ...question, ...translation } : {};
  const prompt = typeof asked['prompt'] === 'string' ? asked['prompt'] : t('changedQuestion');
  const options = Array.isArray(asked['options']) ? asked['options'].map(String) : [];
  const option = (index: number) =>
    options[index] ?? t('option', { number: formatNumberWithoutGrouping(language, index + 1) });
  switch (response.kind) {
    case 'single_choice':
      return { question: prompt, answer: option(response.choice) };
    case 'multiple_choice':
    case 'hotspot':
      return { question: prompt, answer: response.choices.map(option).join('; ') };
    case 'short_text':
    case 'number':
      return { question: prompt, answer: response.text };
    case 'ordering':
      return { question: prompt, answer: response.order.map(option).join('; ') };
    case 'matching': {
      const matches = Array.isArray(asked['matches']) ? asked['matches'].map(String) : [];
      const pairs = response.matches.map((match, index) => `${option(index)} – ${matches[match] ?? match + 1}`);
      return { question: prompt, answer: pairs.join('; ') };
    }
    case 'spoken':
      return { question: prompt, answer: response.text ?? oral?.corrected ?? oral?.heard ?? t('recording') };
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
