import { z } from 'zod';

/** Reason why part of an item isn't imported, or is imported differently. */
export const QtiImportIssue = z.strictObject({
  code: z.enum([
    'adaptive',
    'answerUnknown',
    'areaChanged',
    'areaUnknown',
    'associated',
    'branches',
    'caseIgnored',
    'damaged',
    'documentLeft',
    'feedbackAlways',
    'feedbackInBody',
    'fileElsewhere',
    'formula',
    'gapMatched',
    'gapChosen',
    'hottext',
    'noCounterpart',
    'noInteraction',
    'nothingMarked',
    'notOneToOne',
    'optionMedia',
    'ordering',
    'ownScoring',
    'placesNamed',
    'placesUnnamed',
    'pointAreas',
    'pointsDiffer',
    'severalInteractions',
    'slider',
    'split',
    'spoken',
    'stimulus',
    'template',
    'timeLimit',
    'tooManyOptions',
    'weights',
  ]),
  /** Name that the reason is about. */
  value: z.string(),
});
export type QtiImportIssue = z.infer<typeof QtiImportIssue>;

const QtiMedia = z.strictObject({
  at: z.enum(['prompt', 'explanation', 'option']),
  option: z.int().optional(),
  /** Part of the archive. */
  file: z.string(),
  kind: z.enum(['picture', 'sound', 'film']),
  alt: z.string(),
  decorative: z.literal(true).optional(),
  /** Part of the archive. */
  captions: z.string().optional(),
});
export type QtiMedia = z.infer<typeof QtiMedia>;

/** Answer of a question by its kind, in the fields of the contract, which checks them. */
const QtiAnswer = z.record(z.string(), z.unknown());
export type QtiAnswer = z.infer<typeof QtiAnswer>;

/** An item of QTI as a question. */
const QtiItem = z.strictObject({
  /** Part of the archive. */
  path: z.string(),
  /** Identifier in the item. */
  identifier: z.string(),
  title: z.string(),
  language: z.string(),
  topic: z.string().optional(),
  /** Fields of a question, without its id and media; null if it has no counterpart. */
  question: QtiAnswer.nullable(),
  media: z.array(QtiMedia),
  reasons: z.array(QtiImportIssue),
});
export type QtiItem = z.infer<typeof QtiItem>;

/** A test of QTI as a module. */
const QtiTest = z.strictObject({
  title: z.string(),
  language: z.string(),
  /** Parts of the archive that are its items. */
  items: z.array(z.string()),
  /** Fields of a module's settings, which the contract checks. */
  settings: z.record(z.string(), z.unknown()),
  /** What of it isn't taken over. */
  reasons: z.array(QtiImportIssue),
});
export type QtiTest = z.infer<typeof QtiTest>;

export const QtiPackage = z.strictObject({ tests: z.array(QtiTest), items: z.array(QtiItem) });
export type QtiPackage = z.infer<typeof QtiPackage>;
