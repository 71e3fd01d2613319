import { clip } from '../prompt/answer-text.ts';
import { asData } from '../prompt/prompt.ts';

/** Limits: code points per item, and UTF-16 units in total. */
const LONGEST = { each: 150, all: 20_000 };

/** Tells the model not to repeat existing items. */
export const EXISTING_RULE =
  'What stands between the markers "existing", one a line, is there already: make nothing that asks for the same, in other words neither.';

/**
 * Existing items as data for the prompt: first those of this job, then earlier ones, latest first, while there is room.
 * Empty if there are none.
 */
export function existingItems(made: readonly string[], before: readonly string[]): string[] {
  const lines: string[] = [];
  let length = 0;
  for (const text of [...made.toReversed(), ...before.toReversed()]) {
    const line = clip(text.replaceAll(/\s+/g, ' ').trim(), LONGEST.each);
    length += line.length + 1;
    if (length > LONGEST.all) break;
    if (line !== '') lines.push(line);
  }
  return lines.length === 0 ? [] : [asData('existing', lines.toReversed().join('\n'))];
}
