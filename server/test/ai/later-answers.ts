import { streamOf } from './streams.ts';
import type { RawAnswer } from './raw-answer.ts';

export type Protocol = 'anthropic' | 'openai' | 'azure_openai' | 'google' | 'azure_openai, by chat';

type Event = { type?: string; [field: string]: unknown };

type How = {
  /** True if the provider reports its use: 90 tokens in, 60 out. */
  isCounted?: boolean;
  /** True if events, blocks, deltas and parts of a later version are in between. */
  isLater?: boolean;
  /** True if the stream ends with the answer, without the provider's end event. */
  endsEarly?: boolean;
};

/** Types that only answers of a later version have, as they are counted. */
export const LATER: Record<Protocol, string[]> = {
  anthropic: ['message_weather', 'hologram', 'sparkle_delta'],
  openai: ['response.weather', 'hologram', 'commentary'],
  azure_openai: ['response.weather', 'hologram', 'commentary'],
  google: ['hologram', 'weather'],
  'azure_openai, by chat': ['hologram', 'chat.weather'],
};

function anthropic([first, second]: [string, string], { isCounted, isLater, endsEarly }: How): Event[] {
  const usage = (counts: object) => (isCounted ? { usage: counts } : {});
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'model', content: [], stop_reason: null };
  const begun = { input_tokens: 70, cache_creation_input_tokens: 5, cache_read_input_tokens: 15, output_tokens: 1 };
  const delta = (index: number, each: object) => ({ type: 'content_block_delta', index, delta: each });
  const later = (...events: Event[]) => (isLater ? events : []);
  return [
    { type: 'message_start', message: { ...message, ...usage(begun) } },
    { type: 'ping' },
    ...later(
      { type: 'message_weather', sky: 'clear' },
      { type: 'content_block_start', index: 0, content_block: { type: 'hologram', beam: 7 } },
      delta(0, { type: 'beam_delta', beam: 8 }),
      { type: 'content_block_stop', index: 0 },
    ),
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    delta(1, { type: 'text_delta', text: first }),
    ...later(delta(1, { type: 'sparkle_delta', sparkle: true })),
    delta(1, { type: 'text_delta', text: second }),
    { type: 'content_block_stop', index: 1 },
    ...(endsEarly
      ? []
      : [
          {
            type: 'message_delta',
            delta: { stop_reason: 'end_turn', stop_sequence: null },
            ...usage({ output_tokens: 60 }),
          },
          { type: 'message_stop' },
        ]),
  ];
}

function responses([first, second]: [string, string], { isCounted, isLater, endsEarly }: How): Event[] {
  const response = { id: 'resp_1', created_at: 1, model: 'model' };
  const usage = isCounted && { usage: { input_tokens: 90, output_tokens: 60 } };
  const later = (...events: Event[]) => (isLater ? events : []);
  const item = (place: number, type: string, more = {}) => ({
    type: 'response.output_item.added',
    output_index: place,
    item: { type, id: `item_${place}`, ...more },
  });
  const said = (place: number, delta: string) => ({
    type: 'response.output_text.delta',
    output_index: place,
    item_id: `item_${place}`,
    content_index: 0,
    logprobs: [],
    delta,
  });
  return [
    { type: 'response.created', response },
    { type: 'response.in_progress', response },
    ...later(
      { type: 'response.weather', sky: 'clear' },
      item(0, 'hologram'),
      item(1, 'message', { phase: 'commentary' }),
      said(1, 'Let me think.'),
    ),
    item(2, 'message'),
    { type: 'response.content_part.added', output_index: 2, item_id: 'item_2', part: { type: 'output_text' } },
    said(2, first),
    said(2, second),
    { type: 'response.output_text.done', output_index: 2, item_id: 'item_2', text: first + second },
    ...(endsEarly
      ? []
      : [{ type: 'response.completed', response: { ...response, incomplete_details: null, ...usage } }]),
  ];
}

function google([first, second]: [string, string], { isCounted, isLater, endsEarly }: How): Event[] {
  const chunk = (parts: object[], more = {}) => ({
    candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
    modelVersion: 'model',
  });
  const usageMetadata = { promptTokenCount: 90, candidatesTokenCount: 40, thoughtsTokenCount: 20 };
  return [
    ...(isLater ? [{ weather: { sky: 'clear' } }, chunk([{ hologram: { beam: 7 } }])] : []),
    chunk([{ text: first }]),
    chunk([{ text: second }]),
    ...(endsEarly ? [] : [{ ...chunk([{ text: '' }], { finishReason: 'STOP' }), ...(isCounted && { usageMetadata }) }]),
  ];
}

function chat([first, second]: [string, string], { isCounted, isLater, endsEarly }: How): Event[] {
  const chunk = (delta: object, more = {}) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'model',
    choices: [{ index: 0, delta, finish_reason: null, ...more }],
  });
  const usage = { prompt_tokens: 90, completion_tokens: 60, total_tokens: 150 };
  return [
    { id: '', object: '', created: 0, model: '', prompt_filter_results: [], choices: [] },
    ...(isLater ? [{ object: 'chat.weather', sky: 'clear' }] : []),
    chunk({ role: 'assistant', content: first, ...(isLater && { hologram: { beam: 7 } }) }),
    chunk({ content: second }),
    ...(endsEarly ? [] : [chunk({}, { finish_reason: 'stop' })]),
    ...(isCounted && !endsEarly ? [{ ...chunk({}), choices: [], usage }] : []),
  ];
}

/** An answer of a model in a protocol of today, or of a later version of it. */
export function answerIn(protocol: Protocol, text: string, how: How = {}): RawAnswer {
  const events = { anthropic, openai: responses, azure_openai: responses, google, 'azure_openai, by chat': chat };
  const half = Math.ceil(text.length / 2);
  return streamOf(...events[protocol]([text.slice(0, half), text.slice(half)], how));
}
