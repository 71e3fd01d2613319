import type { SourceText } from '@training/shared/ai/ai-sources';
import type {
  GenerationDifficulty,
  ItemSkillLevel,
  SourcePartsToRead,
  ItemWordingToCompare,
} from '@training/shared/ai/generated-items';
import { clipText } from '../../../../platform/clip-text.ts';
import { wrapAsPromptData } from '../prompt/prompt.ts';

/** Request for cards or questions. */
export type ItemGenerationRequest = {
  source: SourceText;
  count: number;
  /** BCP 47 tag; defaults to the language of the existing items, or else of the source. */
  language?: string | undefined;
  /** Mix of levels; defaults to `standard`. */
  difficulty?: GenerationDifficulty;
  /** One level for all items, instead of the mix. */
  level?: ItemSkillLevel | undefined;
  /** Defaults to all parts of the source. */
  parts?: SourcePartsToRead | undefined;
  /** UTF-16 units of a part; defaults to `MAX_SOURCE_LENGTH_PER_CALL`. */
  partSize?: number | undefined;
  /** Fronts or questions of the existing items. */
  existing?: readonly string[];
  /** The existing items in full, as far as known. */
  there?: readonly ItemWordingToCompare[] | undefined;
};

/** Language options for `buildSystemPrompt`: new items are written in the language of the section's existing items. */
export const languagePromptOptionsOf = ({ language, existing = [] }: ItemGenerationRequest) => ({
  language,
  like: existing.length > 0 ? 'what stands between the markers "existing"' : undefined,
});

/** Limits: code points per item, and UTF-16 units in total. */
const LONGEST = { each: 150, all: 20_000 };

/** Tells the model not to repeat existing items. */
export const EXISTING_ITEMS_PROMPT_RULE =
  'What stands between the markers "existing", one a line, is there already: make nothing that asks for the same, in other words neither.';

/**
 * Existing items as data for the prompt: first those of this job, then earlier ones, latest first, while there is room.
 * Empty if there are none.
 */
export function formatExistingItemsAsPromptData(made: readonly string[], before: readonly string[]): string[] {
  const lines: string[] = [];
  let length = 0;
  for (const text of [...made.toReversed(), ...before.toReversed()]) {
    const line = clipText(text.replaceAll(/\s+/g, ' ').trim(), LONGEST.each);
    length += line.length + 1;
    if (length > LONGEST.all) break;
    if (line !== '') lines.push(line);
  }
  return lines.length === 0 ? [] : [wrapAsPromptData('existing', lines.toReversed().join('\n'))];
}
