import type { AiModel, Provider } from '@training/shared/provider-keys';
import type { CallUsage } from './calls.ts';

/** US$: per million tokens, or per minute of audio. */
export type Price = { input: number; output: number } | { minute: number };

/** A model that can be chosen. Without a price its calls count as unpriced. */
export type PricedModel = AiModel & { price?: Price | undefined };

/**
 * The models of each provider, a new one being a line here or in the operator's AI_MODELS_FILE
 * (rules/provider-keys 12). Prices are estimates of the list prices in November 2026, without discounts: they are for
 * the usage page, not for bills.
 */
export const MODELS: Record<Provider, PricedModel[]> = {
  anthropic: [
    { id: 'claude-opus-5-5', label: 'Claude Opus 5.5', tier: 'large', price: { input: 5, output: 25 } },
    { id: 'claude-haiku-5-5', label: 'Claude Haiku 5.5', tier: 'small', price: { input: 1, output: 5 } },
  ],
  openai: [
    { id: 'gpt-6.1-sol', label: 'GPT-6.1 Sol', tier: 'large', price: { input: 5, output: 30 } },
    { id: 'gpt-6-luna', label: 'GPT-6 Luna', tier: 'small', price: { input: 0.75, output: 4.5 } },
  ],
  google: [
    { id: 'gemini-4-argon', label: 'Gemini 4 Argon', tier: 'large', price: { input: 2.5, output: 15 } },
    { id: 'gemini-3.8-flash', label: 'Gemini 3.8 Flash', tier: 'small', price: { input: 0.5, output: 3 } },
  ],
  // What runs behind a deployment is the workspace's own choice, so there is nothing to list and no price.
  azure_openai: [],
  deepgram: [{ id: 'nova-3', label: 'Nova-3', tier: 'speech', price: { minute: 0.0052 } }],
};

/**
 * Whether a model may be called so: it becomes part of the path with Google. Slashes are in the ids of tuned models.
 */
export function isModelId(id: string): boolean {
  return /^\w[\w.:@/-]{0,199}$/.test(id) && !id.includes('..');
}

/** US$, or undefined where the price is not known. `models` is `Config.ai.models`. */
export function estimateCost(
  models: Record<Provider, PricedModel[]>,
  provider: Provider,
  model: string,
  usage: CallUsage,
): number | undefined {
  const price = models[provider].find(({ id }) => id === model)?.price;
  if (!price) return undefined;
  if ('minute' in price) return (usage.seconds / 60) * price.minute;
  return (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1_000_000;
}
