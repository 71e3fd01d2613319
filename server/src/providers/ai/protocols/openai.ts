import { z } from 'zod';
import {
  OptionalText,
  TokenCount,
  eventTypeOf,
  type CountedTokens,
  type ReadModelEvent,
  type ParsedModelEvent,
} from './model-events.ts';

const index = z.number().optional().catch(undefined);
const Item = z.object({
  output_index: index,
  item: z.object({ type: z.string(), id: OptionalText, phase: OptionalText }),
});
const Delta = z.object({ output_index: index, item_id: OptionalText, delta: z.string() });
const Words = z.object({ delta: OptionalText });
/** Input tokens read from and written to the cache; the input's count includes them. */
const OfInput = z.object({ cached_tokens: TokenCount, cache_write_tokens: TokenCount }).optional().catch(undefined);
const End = z.object({
  response: z.object({
    incomplete_details: z.object({ reason: z.string() }).optional().catch(undefined),
    usage: z
      .object({ input_tokens: TokenCount, output_tokens: TokenCount, input_tokens_details: OfInput })
      .optional()
      .catch(undefined),
    service_tier: OptionalText,
  }),
});

const cacheOf = (details: z.infer<typeof OfInput>) => ({
  cachedTokens: details?.cached_tokens,
  cacheWriteTokens: details?.cache_write_tokens,
});

function countedAtEnd({ usage, service_tier: tier }: z.infer<typeof End>['response']): CountedTokens {
  const { input_tokens: inputTokens, output_tokens: outputTokens, input_tokens_details: details } = usage ?? {};
  return { inputTokens, outputTokens, ...cacheOf(details), tier };
}

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
export function createOpenAiResponsesReader(): ReadModelEvent {
  /** Output indexes of items that are left out. */
  const dropped = new Set<number>();
  let isRefused = false;

  function readItem(type: string, event: unknown): ParsedModelEvent {
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
    const type = eventTypeOf(event) ?? '';
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
        const { response } = End.parse(event);
        const { incomplete_details: details } = response;
        const counted = countedAtEnd(response);
        // Not all versions of the SDK understand a model's refusal.
        const filtered = {
          type: 'response.incomplete',
          response: { incomplete_details: { reason: 'content_filter' } },
        };
        return { event: isRefused ? filtered : { type, response: { incomplete_details: details } }, counted };
      }
      case 'response.failed': {
        const ended = End.safeParse(event).data;
        return { counted: ended ? countedAtEnd(ended.response) : {} };
      }
      default:
        return UNNEEDED.has(type) ? {} : { unknown: [type] };
    }
  };
}

/** Text, or a list of parts, as models of Mistral that think stream it (`ContentChunk` of @mistralai/mistralai). */
const Content = z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]);
const Chunk = z.object({
  object: OptionalText,
  choices: z
    .array(
      z.object({
        delta: z.looseObject({ content: Content.nullish(), refusal: z.string().nullish() }).nullish(),
        finish_reason: OptionalText,
      }),
    )
    .nullish(),
  usage: z
    .object({ prompt_tokens: TokenCount, completion_tokens: TokenCount, prompt_tokens_details: OfInput })
    .nullish()
    .catch(undefined),
  service_tier: OptionalText,
  error: z.unknown().optional(),
});
const Thought = z.object({ reasoning_content: OptionalText, reasoning: OptionalText });

const TextPart = z.object({ text: z.string() });
const ThinkingPart = z.object({ thinking: z.array(z.object({ text: OptionalText })) });

/** Reads content that comes as text or as parts. */
function readContent(content: z.infer<typeof Content> | null) {
  if (!Array.isArray(content)) return { text: content, thoughts: '', strange: [] };
  const of = (wanted: string) => content.filter(({ type }) => type === wanted);
  const thoughts = of('thinking').flatMap((part) => ThinkingPart.parse(part).thinking);
  const types = content.map(({ type }) => type);
  return {
    text: of('text')
      .map((part) => TextPart.parse(part).text)
      .join(''),
    thoughts: thoughts.map(({ text = '' }) => text).join(''),
    strange: types.filter((type) => type !== 'text' && type !== 'thinking'),
  };
}

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
export function createOpenAiChatReader(): ReadModelEvent {
  let isRefused = false;
  return (event) => {
    const { object, choices, usage, error, service_tier: tier } = Chunk.parse(event);
    if (error) return {};
    if (!choices && !usage) return { unknown: [object ?? eventTypeOf(event) ?? ''] };
    const { prompt_tokens: inputTokens, completion_tokens: outputTokens, prompt_tokens_details: details } = usage ?? {};
    const counted = { inputTokens, outputTokens, ...cacheOf(details), tier };
    const [choice] = choices ?? [];
    if (!choice) return { counted };
    const { content: said = null, refusal = null, ...others } = choice.delta ?? {};
    const { text: content, thoughts, strange } = readContent(said);
    const { reasoning_content: one = '', reasoning: other = '' } = Thought.parse(others);
    const thinking = `${one}${other}${thoughts}`;
    const unknown = Object.entries(others).filter(([name, value]) => !DELTA_PARTS.has(name) && value !== null);
    isRefused ||= Boolean(refusal);
    // Not all versions of the SDK understand a model's refusal.
    const reason = isRefused && choice.finish_reason !== undefined ? 'content_filter' : choice.finish_reason;
    return {
      // Thoughts aren't shown, but a model that thinks isn't silent.
      event: { choices: [{ index: 0, delta: { content, ...thought(thinking) }, finish_reason: reason }] },
      counted,
      words: `${content ?? ''}${refusal ?? ''}${thinking}`,
      unknown: [...strange, ...unknown.map(([name]) => name)],
    };
  };
}
