import type { LanguageModelV4FinishReason, LanguageModelV4StreamResult } from '@ai-sdk/provider';
import { parseBoundedJson } from '../../platform/json-values.ts';
import type { AiTimeouts } from './ai-settings.ts';
import { AiProviderError } from './failure.ts';
import type { GenerateRequest } from './calls.ts';

/** Maximum objects that are read of a list: far more than a call asks for, but a hostile answer has millions. */
const MOST_ITEMS = 1_000;
/** Maximum values of one object. */
const MOST_VALUES = 1_000;

/**
 * Finds the objects of the top-level list `list` in JSON text that arrives in pieces. The returned function takes the
 * next piece and returns the objects it completes, 1,000 in all. Other text yields nothing; validate the whole text at
 * the end.
 */
export function createJsonItemCollector(list: string): (piece: string) => unknown[] {
  /** Number of open braces and brackets. */
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  /** Last top-level string with its quotation marks; it is a name if a colon follows. */
  let name = '';
  let isNamed = false;
  let isInList = false;
  let item = '';
  let count = 0;

  /** Processes one character and returns the item that ends with it, if any. */
  function follow(char: string): string | undefined {
    if (isInText) {
      if (depth === 1) name += char;
      if (isEscaped) isEscaped = false;
      else if (char === '\\') isEscaped = true;
      else if (char === '"') isInText = false;
      return undefined;
    }
    if (char === '"' && depth > 0) {
      isInText = true;
      if (depth === 1) name = char;
    } else if (char === ':' && depth === 1) {
      isNamed = name === JSON.stringify(list);
    } else if (char === '{' || char === '[') {
      depth++;
      if (depth === 2) isInList = isNamed && char === '[';
    } else if (char === '}' || char === ']') {
      depth--;
      return depth === 2 && isInList && char === '}' ? item : undefined;
    }
    return undefined;
  }

  return (piece) => {
    const found: unknown[] = [];
    for (const char of piece) {
      if (count >= MOST_ITEMS) break;
      const ended = follow(char);
      const isInItem = isInList && depth > 2;
      if (isInItem) item += char;
      if (ended !== undefined) {
        count++;
        const read = parseBoundedJson(Buffer.from(`${ended}}`), MOST_VALUES);
        if (read !== undefined) found.push(read);
      }
      if (!isInItem) item = '';
    }
    return found;
  };
}

/** Maximum length of an answer in characters: several times what the most tokens that are requested have. */
const LONGEST_ANSWER = 1024 * 1024;

/** Content of a response received so far. */
export type StreamedModelOutput = {
  text: string;
  /** Reason for the end; undefined while it is incomplete. */
  ended: 'stop' | 'length' | 'content-filter' | 'other' | undefined;
};

/** The consumer of an item failed, for this reason. */
export class ItemConsumerError extends Error {
  override readonly name = 'ItemConsumerError';
  readonly reason: unknown;

  constructor(reason: unknown) {
    super('An item was not taken');
    this.reason = reason;
  }
}

type Reading = {
  waits: Pick<AiTimeouts, 'firstChunk' | 'nextChunk'>;
  signal: AbortSignal;
  items: GenerateRequest<unknown>['items'];
};

type Asking = (
  signal: AbortSignal,
  failed: (failure: AiProviderError) => void,
) => PromiseLike<LanguageModelV4StreamResult>;

/**
 * Reads a streamed response into `said` and passes on its items. A response that goes on beyond the longest answer ends
 * there, for its length. Failures of the call itself are passed on unchanged.
 * @throws AiProviderError with an error in the stream; `unreachable` if nothing arrives for too long, or the end never
 *   comes · ItemConsumerError
 */
export async function readModelOutput(
  ask: Asking,
  { waits, signal, items }: Reading,
  said: StreamedModelOutput,
): Promise<void> {
  const itemsIn = items && createJsonItemCollector(items.list);
  const patience = startPatience(waits);
  let failure: AiProviderError | undefined;
  const handOver = (item: unknown) =>
    items?.take(item).catch((reason: unknown) => {
      throw new ItemConsumerError(reason);
    });
  try {
    const either = AbortSignal.any([signal, patience.signal]);
    const { stream } = await ask(either, (told) => (failure = told));
    for await (const part of stream) {
      signal.throwIfAborted();
      // The SDK's error about unreadable data may contain the response.
      if (part.type === 'error') throw failure ?? new AiProviderError('unreachable');
      if (part.type === 'finish') said.ended = endOf(part.finishReason);
      if ((part.type !== 'text-delta' && part.type !== 'reasoning-delta') || part.delta === '') continue;
      if (part.type === 'text-delta') said.text += part.delta;
      patience.rest();
      for (const item of part.type === 'text-delta' ? (itemsIn?.(part.delta) ?? []) : []) await handOver(item);
      patience.came();
      if (said.text.length > LONGEST_ANSWER) {
        said.ended = 'length';
        break;
      }
    }
  } catch (error) {
    if (error instanceof ItemConsumerError) throw error;
    throw failure ?? (patience.signal.aborted ? patience.signal.reason : error);
  } finally {
    patience.rest();
  }
  if (said.ended === undefined) throw failure ?? new AiProviderError('unreachable');
}

/**
 * Returns the reason for the end; undefined if the response broke off. Some of the SDK's models report that, others
 * make up a reason.
 */
function endOf({ unified, raw }: LanguageModelV4FinishReason): StreamedModelOutput['ended'] {
  if (unified === 'stop' || unified === 'length' || unified === 'content-filter') return unified;
  return unified === 'interrupted' || unified === 'error' || raw === undefined ? undefined : 'other';
}

type Patience = {
  /** Aborted when nothing has arrived for too long. */
  signal: AbortSignal;
  /** Call it when a piece has arrived: restarts the timeout. */
  came(): void;
  /** Pauses the timeout until `came` is called. */
  rest(): void;
};

/** Starts a timeout for the first piece of a response, and for each following one. */
function startPatience({ firstChunk, nextChunk }: { firstChunk: number; nextChunk: number }): Patience {
  const controller = new AbortController();
  const giveUp = () => controller.abort(new AiProviderError('unreachable'));
  let timer: NodeJS.Timeout | undefined = setTimeout(giveUp, firstChunk);
  const rest = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    signal: controller.signal,
    rest,
    came() {
      rest();
      timer = setTimeout(giveUp, nextChunk);
    },
  };
}
