import { setTimeout as sleep } from 'node:timers/promises';
import type { AskModel, ModelRequest } from '../src/features/ai/features/feature.ts';
import type { CallUsage, AiCallCredential, ReasoningEffort } from '../src/providers/ai/calls.ts';
import { AiProviderError } from '../src/providers/ai/failure.ts';
import { costOfCall, priceOfModel } from '../src/providers/ai/prices.ts';
import type { AiProviders } from '../src/providers/ai/providers.ts';
import type { AiSettings } from '../src/providers/ai/ai-settings.ts';

/** The cost and times of calls. */
export type Spent = {
  /** Nano-dollars; null once a call has no price. */
  cost: number | null;
  /** Seconds until each item was complete, since the call began or since the item before it. */
  itemSeconds: number[];
};

/** Adds up calls under a name, so that each row of the table has its own cost and times. */
export class Ledger {
  readonly #by = new Map<string, Spent>();

  of(name: string): Spent {
    const spent = this.#by.get(name) ?? { cost: 0, itemSeconds: [] };
    this.#by.set(name, spent);
    return spent;
  }

  all(): Spent {
    const all = [...this.#by.values()];
    const costs = all.map(({ cost }) => cost);
    return {
      cost: costs.every((cost) => cost !== null) ? costs.reduce((sum, cost) => sum + cost, 0) : null,
      itemSeconds: all.flatMap(({ itemSeconds }) => itemSeconds),
    };
  }
}

/** Calls providers, with a model of its own for second looks if one was named. */
export type Machine = {
  providers: AiProviders;
  models: AiSettings['models'];
  secondLook?: AiCallCredential | undefined;
};

const MOST_TRIES = 4;
/** As often as the server does where the model's answer cannot be used. */
const MOST_ANSWERS = 3;

/**
 * Asks as the server does, with a feature's effort; patient where the provider wants to be asked later. All of it is
 * added to `spent`, also what failed. `secondLook` is asked for checks in place of `credential`, if there is one.
 */
export function caller(
  { providers, models, secondLook }: Machine,
  credential: AiCallCredential,
  effort: ReasoningEffort,
  spent: Spent,
): AskModel {
  const pay = (called: AiCallCredential, usage: CallUsage | undefined) => {
    const price = priceOfModel(models, called);
    const cost = price && usage && costOfCall(price, new Date(), usage);
    spent.cost = spent.cost === null || cost === undefined ? null : spent.cost + cost;
  };
  async function askOnce<T>({ task, ...request }: ModelRequest<T>): Promise<T> {
    const called = task === 'second_look' ? (secondLook ?? credential) : credential;
    let since = performance.now();
    const { items } = request;
    const take = async (item: unknown) => {
      spent.itemSeconds.push((performance.now() - since) / 1_000);
      await items?.take(item);
      since = performance.now();
    };
    try {
      const timed = items && { list: items.list, take };
      const { value, usage } = await providers.generate(called, { ...request, items: timed, effort });
      pay(called, usage);
      return value;
    } catch (error) {
      if (error instanceof AiProviderError) pay(called, error.usage);
      throw error;
    }
  }
  return async <T>(request: ModelRequest<T>): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        return await askOnce(request);
      } catch (error) {
        if (!(error instanceof AiProviderError) || !mayTryAgain(error, tries, request.items !== undefined)) throw error;
        if (error.outcome !== 'bad_answer') await sleep(1_000 * (error.retryAfter ?? 5 * tries));
      }
    }
  };
}

/** Of a list there may be items already: who asks for it asks for the rest. */
function mayTryAgain({ outcome }: AiProviderError, tries: number, isList: boolean): boolean {
  if (outcome === 'bad_answer') return !isList && tries < MOST_ANSWERS;
  return (outcome === 'rate_limited' || outcome === 'unreachable') && tries < MOST_TRIES;
}
