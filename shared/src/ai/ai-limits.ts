/** The maximum sizes of the features' inputs. */
export const AI_INPUT_LIMITS = {
  /** Code points of a source text: twenty times the limit of intake. */
  sourceText: 1_000_000,
  /** Bytes of an uploaded document. */
  documentBytes: 20 * 1024 * 1024,
  /** Bytes and seconds of a recording (rules/ai 11). */
  audioBytes: 10 * 1024 * 1024,
  audioSeconds: 90,
  cards: 40,
  questions: 20,
  /**
   * The same number of cards as a section may have, and the code points of each that are compared to avoid duplicates.
   */
  existingItems: 500,
  existing: 300,
  comments: 500,
  comment: 5_000,
  /** The same number and length as in a rubric (`CONTENT_LIMITS`). */
  criteria: 20,
  criterion: 1_000,
  transcript: 10_000,
  departments: 500,
  /** Code points of the differences between two versions of a text. */
  differences: 12_000,
} as const;
