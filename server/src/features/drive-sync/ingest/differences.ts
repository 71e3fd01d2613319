import { clip } from '../../ai/features/prompt/answer-text.ts';
import { AI_LIMITS } from '@training/shared/ai/ai-sources';

/** Lines that only one of two texts has, shortened to what the scanner accepts. Null if there is no earlier text. */
export function differencesOf(before: string | undefined, after: string): { removed: string; added: string } | null {
  if (before === undefined) return null;
  const [old, present] = [linesOf(before), linesOf(after)];
  const only = (lines: Set<string>, others: Set<string>) =>
    clip([...lines].filter((line) => !others.has(line)).join('\n'), AI_LIMITS.differences);
  return { removed: only(old, present), added: only(present, old) };
}

const linesOf = (text: string): Set<string> =>
  new Set(
    text
      .split('\n')
      .map((line) => line.replaceAll(/\s+/gu, ' ').trim())
      .filter(Boolean),
  );
