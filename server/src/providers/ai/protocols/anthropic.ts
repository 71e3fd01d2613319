import { z } from 'zod';
import { OptionalText, TokenCount, eventTypeOf, type ReadModelEvent } from './model-events.ts';

const Usage = z
  .object({
    input_tokens: TokenCount,
    cache_creation_input_tokens: TokenCount,
    cache_read_input_tokens: TokenCount,
    output_tokens: TokenCount,
  })
  .optional()
  .catch(undefined);
const MessageStart = z.object({ message: z.object({ id: OptionalText, model: OptionalText, usage: Usage }) });
const MessageDelta = z.object({ delta: z.object({ stop_reason: OptionalText }), usage: Usage });
const BlockStart = z.object({ index: z.number(), content_block: z.looseObject({ type: z.string() }) });
const BlockDelta = z.object({ index: z.number(), delta: z.looseObject({ type: z.string() }) });
const BlockStop = z.object({ index: z.number() });

const ToolUse = z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string() });
const TextDelta = z.object({ type: z.literal('text_delta'), text: z.string() });
const ThinkingDelta = z.object({ type: z.literal('thinking_delta'), thinking: z.string() });
const JsonDelta = z.object({ type: z.literal('input_json_delta'), partial_json: z.string() });

/** Blocks and deltas that are known, and that the SDK doesn't need. */
const UNNEEDED = new Set(['redacted_thinking', 'signature_delta', 'citations_delta']);

/**
 * Reads Anthropic's events (platform.claude.com/docs/en/build-with-claude/streaming, which says that new types may
 * come). Models without structured output answer by calling a tool.
 */
export function createAnthropicEventReader(): ReadModelEvent {
  /** Indexes of blocks that are left out. */
  const dropped = new Set<number>();
  const used = { input: TokenCount.parse(undefined), written: 0, read: 0 };

  function countedIn(usage: z.infer<typeof Usage>) {
    used.input = usage?.input_tokens ?? used.input;
    used.written = usage?.cache_creation_input_tokens ?? used.written;
    used.read = usage?.cache_read_input_tokens ?? used.read;
    const inputTokens = used.input === undefined ? undefined : used.input + used.written + used.read;
    const cache = { cachedTokens: used.read, cacheWriteTokens: used.written };
    return { inputTokens, outputTokens: usage?.output_tokens, ...cache };
  }

  function readBlock(event: unknown) {
    const { index, content_block: block } = BlockStart.parse(event);
    const passed = (content: object) => ({
      event: { type: 'content_block_start', index, content_block: { type: block.type, ...content } },
    });
    dropped.delete(index);
    if (block.type === 'text') return passed({ text: '' });
    if (block.type === 'thinking') return passed({ thinking: '' });
    if (block.type === 'tool_use') return passed(ToolUse.parse(block));
    dropped.add(index);
    return UNNEEDED.has(block.type) ? {} : { unknown: [block.type] };
  }

  function readDelta(event: unknown) {
    const { index, delta } = BlockDelta.parse(event);
    if (dropped.has(index)) return {};
    const passed = (content: object, words: string) => ({
      event: { type: 'content_block_delta', index, delta: content },
      words,
    });
    if (delta.type === 'text_delta') return passed(TextDelta.parse(delta), TextDelta.parse(delta).text);
    if (delta.type === 'thinking_delta') return passed(ThinkingDelta.parse(delta), ThinkingDelta.parse(delta).thinking);
    if (delta.type === 'input_json_delta') return passed(JsonDelta.parse(delta), JsonDelta.parse(delta).partial_json);
    return UNNEEDED.has(delta.type) ? {} : { unknown: [delta.type] };
  }

  return (event) => {
    const type = eventTypeOf(event);
    switch (type) {
      case 'message_start': {
        const { id, model, usage } = MessageStart.parse(event).message;
        return {
          event: { type, message: { id, model, role: 'assistant', content: [], usage: { input_tokens: 0 } } },
          counted: countedIn(usage),
        };
      }
      case 'content_block_start':
        return readBlock(event);
      case 'content_block_delta':
        return readDelta(event);
      case 'content_block_stop': {
        const { index } = BlockStop.parse(event);
        return dropped.has(index) ? {} : { event: { type, index } };
      }
      case 'message_delta': {
        const { delta, usage } = MessageDelta.parse(event);
        return { event: { type, delta, usage: { output_tokens: 0 } }, counted: countedIn(usage) };
      }
      case 'message_stop':
        return { event: { type } };
      case 'ping':
      case 'error':
        return {};
      default:
        return { unknown: [type ?? ''] };
    }
  };
}
