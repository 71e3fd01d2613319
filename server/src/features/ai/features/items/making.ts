import type { SourceText } from '@training/shared/ai/ai-sources';
import type { Difficulty, Level, PartsToRead, Said } from '@training/shared/ai/generated-items';

/** Request for cards or questions. */
export type Making = {
  source: SourceText;
  count: number;
  /** BCP 47 tag; defaults to the language of the existing items, or else of the source. */
  language?: string | undefined;
  /** Mix of levels; defaults to `standard`. */
  difficulty?: Difficulty;
  /** One level for all items, instead of the mix. */
  level?: Level | undefined;
  /** Defaults to all parts of the source. */
  parts?: PartsToRead | undefined;
  /** UTF-16 units of a part; defaults to `PART`. */
  partSize?: number | undefined;
  /** Fronts or questions of the existing items. */
  existing?: readonly string[];
  /** The existing items in full, as far as known. */
  there?: readonly Said[] | undefined;
};

/** Language options for `instructions`: new items are written in the language of the section's existing items. */
export const languageOf = ({ language, existing = [] }: Making) => ({
  language,
  like: existing.length > 0 ? 'what stands between the markers "existing"' : undefined,
});
