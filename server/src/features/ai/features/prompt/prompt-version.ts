import type { AiFeature } from '@training/shared/ai-features';
import { createHash } from 'node:crypto';
import { OF_ONE_LEVEL } from './levels.ts';

/** Lines of the instructions that differ by what was chosen: which language, and how many of each level. */
const OF_LANGUAGE = '- Write in the language ';
const OF_LEVELS = '- "level" is ';

/**
 * By which it is known later which instructions something was made by: they are hashed, so that no change of them can
 * be forgotten. The same for all languages and difficulties. Undefined for what is no call of the feature itself, such
 * as one that checks what it has made.
 */
export function promptVersion(feature: AiFeature, system: string): string | undefined {
  const lines = system.split('\n');
  const isItsOwn = lines[0] === `Task: ${feature}` && !lines[1]?.startsWith('Step: ');
  if (!isItsOwn) return undefined;
  const said = lines
    .filter((line) => !line.startsWith(OF_LANGUAGE) && !line.startsWith(`- ${OF_ONE_LEVEL}`))
    .map((line) => (line.startsWith(OF_LEVELS) ? line.replaceAll(/[0-9]/g, '') : line));
  return createHash('sha256').update(said.join('\n')).digest('hex').slice(0, 12);
}
