import { z } from 'zod';
import { OptionalText, TokenCount, type ReadModelEvent } from './model-events.ts';

const Part = z.looseObject({ text: z.string().optional(), thought: z.boolean().optional().catch(undefined) });
const Usage = z.object({
  promptTokenCount: TokenCount,
  toolUsePromptTokenCount: TokenCount,
  candidatesTokenCount: TokenCount,
  thoughtsTokenCount: TokenCount,
  totalTokenCount: TokenCount,
  cachedContentTokenCount: TokenCount,
  serviceTier: OptionalText,
});
const Chunk = z.looseObject({
  candidates: z
    .array(
      z.object({
        content: z.object({ parts: z.array(Part).nullish() }).nullish(),
        finishReason: OptionalText,
      }),
    )
    .nullish(),
  promptFeedback: z.object({ blockReason: OptionalText }).nullish().catch(undefined),
  usageMetadata: Usage.nullish().catch(undefined),
});

/** Other fields of a chunk that are known, and of a part beside its content. */
const KNOWN = new Set(['error', 'responseId', 'modelVersion']);
const BESIDE = new Set(['text', 'thought', 'thoughtSignature', 'partMetadata', 'mediaResolution']);

/** Returns the tokens counted so far. Hidden thoughts are in the total only, until the model writes. */
function countedIn(usage: z.infer<typeof Usage> | null | undefined) {
  if (!usage) return {};
  const { promptTokenCount: prompt, toolUsePromptTokenCount: tools = 0, totalTokenCount: total } = usage;
  const { candidatesTokenCount: written, thoughtsTokenCount: thought } = usage;
  const inputTokens = prompt === undefined ? undefined : prompt + tools;
  const more = { cachedTokens: usage.cachedContentTokenCount, tier: usage.serviceTier };
  if (written !== undefined) return { inputTokens, outputTokens: written + (thought ?? 0), ...more };
  const rest = total === undefined || inputTokens === undefined ? undefined : Math.max(total - inputTokens, 0);
  return { inputTokens, outputTokens: rest, ...more };
}

/** Reads the chunks of Google's `streamGenerateContent` (`GenerateContentResponse` of @google/genai 3.3). */
export function createGoogleEventReader(): ReadModelEvent {
  return (event) => {
    const { candidates, promptFeedback, usageMetadata, ...others } = Chunk.parse(event);
    const counted = countedIn(usageMetadata);
    const [candidate] = candidates ?? [];
    if (!candidate && !promptFeedback) {
      const names = Object.keys(others);
      return candidates || usageMetadata || names.some((name) => KNOWN.has(name))
        ? { counted }
        : { unknown: [names[0] ?? ''] };
    }
    const parts = candidate?.content?.parts ?? [];
    const texts = parts.filter((part) => part.text !== undefined);
    const unknown = parts.flatMap((part) => Object.keys(part).filter((name) => !BESIDE.has(name)));
    const passed = candidate && {
      content: { parts: texts.map(({ text, thought }) => ({ text, thought })) },
      finishReason: candidate.finishReason,
    };
    return {
      event: { ...(passed && { candidates: [passed] }), promptFeedback },
      counted,
      words: texts.map(({ text }) => text).join(''),
      unknown,
    };
  };
}
