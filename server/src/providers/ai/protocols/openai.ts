import { z } from 'zod';
import { optionalText, tokens, typeOf, type ReadEvent, type EventReading } from './reading.ts';

const index = z.number().optional().catch(undefined);
const Item = z.object({
  output_index: index,
  item: z.object({ type: z.string(), id: optionalText, phase: optionalText }),
});
const Delta = z.object({ output_index: index, item_id: optionalText, delta: z.string() });
const Words = z.object({ delta: optionalText });
const End = z.object({
  response: z.object({
    incomplete_details: z.object({ reason: z.string() }).optional().catch(undefined),
    usage: z.object({ input_tokens: tokens, output_tokens: tokens }).optional().catch(undefined),
  }),
});

/** Events of an answer in text that are known, and that the SDK doesn't need. */
const UNNEEDED = new Set([
  'error',
  'keepalive',
  'response.created',
  'response.queued',
  'response.in_progress',
  'response.content_part.added',
  'response.content_part.done',
  'response.output_text.done',
  'response.output_text.annotation.added',
  'response.reasoning_summary_part.added',
  'response.reasoning_summary_part.done',
  'response.reasoning_summary_text.done',
  'response.reasoning_text.done',
]);

/** Reads the events of OpenAI's responses API, also at Azure (`ResponseStreamEvent` of the package openai 7.59). */
export function readOpenAiResponses(): ReadEvent {
  /** Output indexes of items that are left out. */
  const dropped = new Set<number>();
  let isRefused = false;

  function readItem(type: string, event: unknown): EventReading {
    const { output_index: place = 0, item } = Item.parse(event);
    // A commentary is what the model says before its answer.
    const isCommentary = item.phase === 'commentary';
    if (isCommentary || (item.type !== 'message' && item.type !== 'reasoning')) {
      const isNew = !dropped.has(place);
      dropped.add(place);
      return isNew ? { unknown: [isCommentary ? 'commentary' : item.type] } : {};
    }
    dropped.delete(place);
    const { id = String(place) } = item;
    return { event: { type, output_index: place, item: { type: item.type, id } } };
  }

  return (event) => {
    const type = typeOf(event) ?? '';
    switch (type) {
      case 'response.output_item.added':
      case 'response.output_item.done':
        return readItem(type, event);
      case 'response.refusal.delta':
        isRefused = true;
        return { words: Words.parse(event).delta ?? '' };
      case 'response.refusal.done':
        isRefused = true;
        return {};
      case 'response.output_text.delta': {
        const { output_index: place = 0, item_id: item = String(place), delta } = Delta.parse(event);
        if (dropped.has(place)) return { words: delta };
        return { event: { type, output_index: place, item_id: item, delta }, words: delta };
      }
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return { words: Words.parse(event).delta ?? '' };
      case 'response.completed':
      case 'response.incomplete': {
        const { incomplete_details: details, usage } = End.parse(event).response;
        const counted = { inputTokens: usage?.input_tokens, outputTokens: usage?.output_tokens };
        // Not all versions of the SDK understand a model's refusal.
        const filtered = {
          type: 'response.incomplete',
          response: { incomplete_details: { reason: 'content_filter' } },
        };
        return { event: isRefused ? filtered : { type, response: { incomplete_details: details } }, counted };
      }
      case 'response.failed': {
        const { usage } = End.safeParse(event).data?.response ?? {};
        return { counted: { inputTokens: usage?.input_tokens, outputTokens: usage?.output_tokens } };
      }
      default:
        return UNNEEDED.has(type) ? {} : { unknown: [type] };
    }
  };
}

const Chunk = z.object({
  object: optionalText,
  choices: z
    .array(
      z.object({
        delta: z.looseObject({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
        finish_reason: optionalText,
      }),
    )
    .nullish(),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(undefined),
  error: z.unknown().optional(),
});
const Thought = z.object({ reasoning_content: optionalText, reasoning: optionalText });

/** Parts of a delta that are known. */
const DELTA_PARTS = new Set([
  'role',
  'content',
  'refusal',
  'reasoning_content',
  'reasoning',
  'tool_calls',
  'annotations',
]);

/** Field for thoughts in the form that the SDK for endpoints knows. */
const thought = (text: string) => (text === '' ? {} : { reasoning_content: text });

/** Reads the chunks of OpenAI's chat completions (`ChatCompletionChunk` of the package openai 7.59). */
export function readOpenAiChat(): ReadEvent {
  let isRefused = false;
  return (event) => {
    const { object, choices, usage, error } = Chunk.parse(event);
    if (error) return {};
    if (!choices && !usage) return { unknown: [object ?? typeOf(event) ?? ''] };
    const counted = { inputTokens: usage?.prompt_tokens, outputTokens: usage?.completion_tokens };
    const [choice] = choices ?? [];
    if (!choice) return { counted };
    const { content = null, refusal = null, ...others } = choice.delta ?? {};
    const { reasoning_content: one = '', reasoning: other = '' } = Thought.parse(others);
    const unknown = Object.entries(others).filter(([name, value]) => !DELTA_PARTS.has(name) && value !== null);
    isRefused ||= Boolean(refusal);
    // Not all versions of the SDK understand a model's refusal.
    const reason = isRefused && choice.finish_reason !== undefined ? 'content_filter' : choice.finish_reason;
    return {
      // Thoughts aren't shown, but a model that thinks isn't silent.
      event: { choices: [{ index: 0, delta: { content, ...thought(`${one}${other}`) }, finish_reason: reason }] },
      counted,
      words: `${content ?? ''}${refusal ?? ''}${one}${other}`,
      unknown: unknown.map(([name]) => name),
    };
  };
}
