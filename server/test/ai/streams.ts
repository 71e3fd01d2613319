import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AiProvider } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import type { RawAnswer } from './raw-answer.ts';

/**
 * Ways in which an answer ends too early, after some whole items and the beginning of the next: its connection breaks
 * off, nothing more comes, the provider says that it has an error, or the answer is longer than it may be.
 */
export type Interruption = { how: 'cut' | 'silence' | 'error' | 'length'; items: number };

const Event = z.union([
  z.object({ delta: z.object({ text: z.string() }) }).transform(({ delta }) => delta.text),
  z.object({ type: z.literal('response.output_text.delta'), delta: z.string() }).transform(({ delta }) => delta),
  z
    .object({
      candidates: z.array(z.object({ content: z.object({ parts: z.array(z.object({ text: z.string() })) }) })),
    })
    .transform(({ candidates }) => candidates[0]?.content.parts[0]?.text ?? ''),
  z
    .object({ choices: z.array(z.object({ delta: z.object({ content: z.string() }) })).min(1) })
    .transform(({ choices }) => choices[0]?.delta.content ?? ''),
]);

/** Returns the model's words in an event of any of the protocols. */
function wordsOf(event: string): string {
  const data = /^data: ?(\{.*)$/m.exec(event)?.[1];
  return (data && Event.safeParse(JSON.parse(data)).data) || '';
}

/** Returns true if so many items are whole and another has begun. They contain no braces. */
const isAfter = (said: string, items: number): boolean =>
  said.split('}').length > items && said.split('{').length > items + 2;

type StreamEvent = { type?: string; [field: string]: unknown };

/** An event of a stream; Anthropic and OpenAI name it by its type. */
const event = (data: StreamEvent): string =>
  `${data.type ? `event: ${data.type}\n` : ''}data: ${JSON.stringify(data)}\n\n`;

/** A whole answer as a stream. */
export const streamOf = (...events: StreamEvent[]): RawAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  body: events.map(event).join(''),
});

/** An error in the middle of an answer; Azure has no words for it. */
const ERRORS: Partial<Record<AiProvider, string>> = {
  anthropic: event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded PROVIDER-TEXT' } }),
  openai: event({ type: 'error', code: 'server_error', message: 'PROVIDER-TEXT', param: null, sequence_number: 99 }),
  openai_compatible: event({ error: { code: 503, message: 'Overloaded PROVIDER-TEXT', type: 'server_error' } }),
  google: event({ error: { code: 503, message: 'The model is overloaded. PROVIDER-TEXT', status: 'UNAVAILABLE' } }),
};

const USED = { input_tokens: 90, output_tokens: 60 };

/** Returns the end of an answer that was cut for its length, in each protocol. */
function tooLong(provider: AiProvider, isChat: boolean): string {
  if (provider === 'anthropic') {
    const delta = { stop_reason: 'max_tokens', stop_sequence: null };
    return event({ type: 'message_delta', delta, usage: USED }) + event({ type: 'message_stop' });
  }
  if (provider === 'google') {
    const [candidate] = [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'MAX_TOKENS', index: 0 }];
    const usageMetadata = { promptTokenCount: 90, candidatesTokenCount: 60, totalTokenCount: 150 };
    return event({ candidates: [candidate], usageMetadata });
  }
  if (isChat) {
    const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'model' };
    const usage = { prompt_tokens: 90, completion_tokens: 60, total_tokens: 150 };
    return (
      event({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'length' }] }) +
      event({ ...chunk, choices: [], usage }) +
      'data: [DONE]\n\n'
    );
  }
  const response = { incomplete_details: { reason: 'max_output_tokens' }, usage: USED };
  return event({ type: 'response.incomplete', response });
}

type How = {
  /** Milliseconds between two events. */
  pace: number;
  /** The first is used up by an answer that has so many items. */
  interruptions: Interruption[] | undefined;
};

/** Sends the events of an answer one by one, up to where it is interrupted. */
export async function playStream(
  provider: AiProvider,
  events: string,
  response: ServerResponse,
  { pace, interruptions }: How,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let said = '';
  for (const each of events.split(/(?<=\n\n)/)) {
    if (response.closed) return;
    said += wordsOf(each);
    response.write(each);
    if (pace > 0) await sleep(pace);
    const [interruption] = interruptions ?? [];
    if (interruption && isAfter(said, interruption.items)) {
      interruptions?.shift();
      return interrupt(provider, response, interruption, events.includes('chat.completion.chunk'));
    }
  }
  response.end();
}

async function interrupt(provider: AiProvider, response: ServerResponse, { how }: Interruption, isChat: boolean) {
  if (how === 'silence') return; // nothing more comes; the connection ends when either side gives up
  const last = how === 'length' ? tooLong(provider, isChat) : how === 'error' ? ERRORS[provider] : undefined;
  if (last) {
    response.end(last);
    return;
  }
  // What was written has gone out by then.
  await sleep(20);
  response.destroy();
}
