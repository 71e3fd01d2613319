import type { LanguageModelV4FinishReason, LanguageModelV4StreamResult } from '@ai-sdk/provider';
import { CallFailure } from './call-failure.ts';
import type { GenerateRequest } from './calls.ts';
import type { Timeouts } from './ai-settings.ts';
import { wholeItems } from './whole-items.ts';

/** Maximum length of an answer in characters: several times what the most tokens that are requested have. */
const LONGEST_ANSWER = 1024 * 1024;

/** Content of a response received so far. */
export type Said = {
  text: string;
  /** Reason for the end; undefined while it is incomplete. */
  ended: 'stop' | 'length' | 'content-filter' | 'other' | undefined;
};

/** The consumer of an item failed, for this reason. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
  readonly reason: unknown;

  constructor(reason: unknown) {
    super('An item was not taken');
    this.reason = reason;
  }
}

type Reading = {
  waits: Pick<Timeouts, 'firstChunk' | 'nextChunk'>;
  signal: AbortSignal;
  items: GenerateRequest<unknown>['items'];
};

type Asking = (signal: AbortSignal, failed: (failure: CallFailure) => void) => PromiseLike<LanguageModelV4StreamResult>;

/**
 * Reads a streamed response into `said` and passes on its items. A response that goes on beyond the longest answer ends
 * there, for its length. Failures of the call itself are passed on unchanged.
 * @throws CallFailure with an error in the stream; `unreachable` if nothing arrives for too long, or the end never
 *   comes · NotTaken
 */
export async function readModelAnswer(ask: Asking, { waits, signal, items }: Reading, said: Said): Promise<void> {
  const itemsIn = items && wholeItems(items.list);
  const patience = startPatience(waits);
  let failure: CallFailure | undefined;
  const handOver = (item: unknown) =>
    items?.take(item).catch((reason: unknown) => {
      throw new NotTaken(reason);
    });
  try {
    const either = AbortSignal.any([signal, patience.signal]);
    const { stream } = await ask(either, (told) => (failure = told));
    for await (const part of stream) {
      signal.throwIfAborted();
      // The SDK's error about unreadable data may contain the response.
      if (part.type === 'error') throw failure ?? new CallFailure('unreachable');
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
    if (error instanceof NotTaken) throw error;
    throw failure ?? (patience.signal.aborted ? patience.signal.reason : error);
  } finally {
    patience.rest();
  }
  if (said.ended === undefined) throw failure ?? new CallFailure('unreachable');
}

/**
 * Returns the reason for the end; undefined if the response broke off. Some of the SDK's models report that, others
 * make up a reason.
 */
function endOf({ unified, raw }: LanguageModelV4FinishReason): Said['ended'] {
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
  const giveUp = () => controller.abort(new CallFailure('unreachable'));
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
