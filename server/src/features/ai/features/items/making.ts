import type { SourceText } from '@training/shared/ai-sources';
import type { Difficulty, Level, PartsToRead, Said } from '@training/shared/generated-items';

/** What cards and questions are asked for with. */
export type Making = {
  source: SourceText;
  count: number;
  /** BCP 47; that of what is there already when absent, or else of the source. */
  language?: string | undefined;
  /** The mix of levels; `standard` when absent. */
  difficulty?: Difficulty;
  /** That of all, in place of the mix. */
  level?: Level | undefined;
  /** All parts of the source when absent. */
  parts?: PartsToRead | undefined;
  /** Fronts or questions that are there already. */
  existing?: readonly string[];
  /** The same whole, as far as it is known. */
  there?: readonly Said[] | undefined;
};

/** In which language to write, as `instructions` takes it: a section stays in its own. */
export const languageOf = ({ language, existing = [] }: Making) => ({
  language,
  like: existing.length > 0 ? 'what stands between the markers "existing"' : undefined,
});
