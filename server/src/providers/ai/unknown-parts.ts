import type { AiProvider } from '@training/shared/provider-keys/provider-keys';
import { Counter } from 'prom-client';

/** Maximum number of distinct types that are counted by name. */
const MOST_NAMES = 200;
/** Form of the providers' type names; nothing else of an answer may get into a log or a metric. */
const NAME = /^[\w.-]{1,64}$/;

const counter = new Counter({
  name: 'ai_unknown_parts_total',
  help: 'Events and parts of answers of models that were left out because their type is not known',
  labelNames: ['provider', 'type'] as const,
  registers: [],
});

/** Metrics of the AI providers in this process. */
export const AI_METRICS = [counter];

/**
 * Counts the parts of responses that aren't known and so were left out, and logs each type once. Those of customers'
 * endpoints are counted without a name, because an endpoint could name a part after its key.
 */
export class UnknownPartCounter {
  readonly #names = new Set<string>();
  readonly #log: { warn?(fields: object, message: string): void } | undefined;

  constructor(log: { warn?(fields: object, message: string): void } | undefined) {
    this.#log = log;
  }

  count(provider: AiProvider, type: string): void {
    const isKnown = provider !== 'openai_compatible' && NAME.test(type);
    const isNamed = isKnown && (this.#names.has(`${provider} ${type}`) || this.#names.size < MOST_NAMES);
    const name = isNamed ? type : 'other';
    counter.inc({ provider, type: name });
    if (this.#names.has(`${provider} ${name}`)) return;
    this.#names.add(`${provider} ${name}`);
    this.#log?.warn?.({ provider, type: name }, 'An answer of a model has a part that is not known; it is left out');
  }
}
