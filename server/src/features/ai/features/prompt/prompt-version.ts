import type { AiFeature } from '@training/shared/ai/ai-features';
import { createHash } from 'node:crypto';
import { OF_ONE_LEVEL } from './levels.ts';

/** Instruction lines that depend on the chosen language and levels. */
const OF_LANGUAGE = '- Write in the language ';
const OF_LEVELS = '- "level" is ';

/**
 * Version of the instructions that produced an item. It is a hash, so it can't be forgotten when they change. Language
 * and difficulty don't affect it. Undefined for calls that aren't the feature's main call, such as checks.
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
