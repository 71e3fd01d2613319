import { clip } from '../prompt/answer-text.ts';
import { asData } from '../prompt/prompt.ts';

/** Code points of each, and UTF-16 units of all together. */
const LONGEST = { each: 150, all: 20_000 };

/** How a model is told about them. */
export const EXISTING_RULE =
  'What stands between the markers "existing", one a line, is there already: make nothing that asks for the same, in other words neither.';

/**
 * What is there already, as data for the prompt: what this job has made, then what was there before it, the latest
 * first and as far as there is room. Nothing where there is nothing.
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
