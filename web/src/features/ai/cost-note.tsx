import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { EstimateCost } from '@training/shared/ai/ai-estimate';
import { AI_LIMITS } from '@training/shared/ai/ai-sources';
import { codePoints } from '@training/shared/primitives';
import { trpc } from '../../lib/api/trpc.ts';
import { costInWords } from './cost-words.ts';

/** Lengths are rounded up to this, so that not every typed word causes a request. */
const ROUGHLY = 500;
const bytesOf = new TextEncoder();

/** Returns the rounded length of a text; undefined if it is empty. */
export function lengthOf(text: string): EstimateCost['source'] | undefined {
  if (text.trim() === '') return undefined;
  const roughly = (length: number) => Math.ceil(length / ROUGHLY) * ROUGHLY;
  const characters = Math.min(roughly(codePoints(text)), AI_LIMITS.sourceText);
  const bytes = Math.min(roughly(bytesOf.encode(text).length), AI_LIMITS.sourceText * 4);
  return { from: 'text', characters, bytes };
}

/**
 * Shows the estimated cost next to the start button; nothing until it is known. Inputs that can't be estimated, such as
 * a half-typed number, are left out. A document's length is unknown until it has been read.
 */
export function CostNote({ of }: { of: readonly EstimateCost[] | 'document' }) {
  const [asked] = useDebouncedValue(JSON.stringify(of), 300);
  const inputs = EstimateCost.array().safeParse(JSON.parse(asked)).data ?? [];
  const answers = trpc.useQueries((t) => inputs.map((input) => t.ai.estimate(input, { staleTime: 60_000 })));
  const found = answers.flatMap(({ data }) => data ?? []);
  const known = found.length === inputs.length ? costInWords(found) : null;
  const words = of === 'document' ? 'What this costs depends on how long the document is.' : known;
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      {words}
    </Text>
  );
}
