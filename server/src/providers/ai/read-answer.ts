import type { LanguageModelV4FinishReason, LanguageModelV4StreamResult, LanguageModelV4Usage } from '@ai-sdk/provider';
import { CallFailure } from './call-failure.ts';
import type { CallUsage, GenerateRequest } from './calls.ts';
import { startPatience } from './patience.ts';
import type { Timeouts } from './settings.ts';
import { wholeItems } from './whole-items.ts';

/** What has come of an answer so far. */
export type Said = {
  text: string;
  /** What the model shows of its thinking. */
  thoughts: string;
  /** Why it ended, once it has. */
  ended: 'stop' | 'length' | 'content-filter' | 'other' | undefined;
  /** Undefined where the provider does not say all of it. */
  usage: CallUsage | undefined;
};

/** Whoever was to take an item failed, for the reason that it has. */
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
 * Reads an answer as it comes into `said`, and hands its items over. What the call itself fails with comes through as
 * it is.
 * @throws CallFailure as the provider says in the middle; `unreachable` where nothing comes for too long, or the rest
 *   never · NotTaken
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
      // The SDK's own words about what it could not read may hold the answer.
      if (part.type === 'error') throw failure ?? new CallFailure('unreachable');
      if (part.type === 'finish') {
        said.ended = endOf(part.finishReason);
        said.usage = usageOf(part.usage);
      }
      if ((part.type !== 'text-delta' && part.type !== 'reasoning-delta') || part.delta === '') continue;
      if (part.type === 'text-delta') said.text += part.delta;
      else said.thoughts += part.delta;
      patience.rest();
      for (const item of part.type === 'text-delta' ? (itemsIn?.(part.delta) ?? []) : []) await handOver(item);
      patience.came();
    }
  } catch (error) {
    if (error instanceof NotTaken) throw error;
    throw failure ?? (patience.signal.aborted ? patience.signal.reason : error);
  } finally {
    patience.rest();
  }
  if (said.ended === undefined) throw failure ?? new CallFailure('unreachable');
}

/** Undefined where the answer broke off: some of the SDK's models say so, others give a reason that nobody gave. */
function endOf({ unified, raw }: LanguageModelV4FinishReason): Said['ended'] {
  if (unified === 'stop' || unified === 'length' || unified === 'content-filter') return unified;
  return unified === 'interrupted' || unified === 'error' || raw === undefined ? undefined : 'other';
}

function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): CallUsage | undefined {
  const [input, output] = [inputTokens.total, outputTokens.total];
  return input === undefined || output === undefined
    ? undefined
    : { inputTokens: input, outputTokens: output, seconds: 0 };
}
