import type { AiModel, AiProvider } from '@training/shared/provider-keys/provider-keys';
import type { ModelPrice } from './prices.ts';

/**
 * A selectable model. Without a price its calls count as unpriced. Without `effort` the effort isn't sent, because
 * models that don't support it refuse the request. Without `vision` it gets no pictures.
 */
export type SelectableAiModel = AiModel & {
  price?: ModelPrice | undefined;
  effort?: boolean | undefined;
  vision?: boolean | undefined;
};

const LOOKED_UP = '2026-11-22';
const MIDDLE_LOOKED_UP = '2026-11-28';

/**
 * Built-in models of each provider; add new ones here or in the operator's AI_MODELS_FILE (rules/provider-keys 12).
 * `vision` is set where a source says that the model takes pictures, as of 2026-11-28: for Claude
 * https://platform.claude.com/docs/en/build-with-claude/vision, for GPT-6.1 Terra
 * https://developers.openai.com/api/docs/models/gpt-6.1-terra, for GPT-6.1 Sol, GPT-6 Luna and Gemini 4 Argon
 * https://vercel.com/ai-gateway/models, for Gemini 3.8 Flash https://ai.google.dev/gemini-api/docs/media-resolution.
 * Prices are list prices. Those of the cache and the flex tier were looked up on 2026-11-28: of Claude on the models'
 * pages; of GPT in releases of Codex-Manager and PromptFuel that quote OpenAI's; of Gemini in TokenMeter 0.13.1 and
 * 0.17.0 and LiteLLM's discussion 39357. If sources disagree, the highest price is used.
 */
export const BUILT_IN_MODELS: Record<AiProvider, SelectableAiModel[]> = {
  anthropic: [
    {
      id: 'claude-opus-5-5',
      label: 'Claude Opus 5.5',
      tier: 'large',
      effort: true,
      vision: true,
      price: {
        steps: [{ input: 4_000, output: 20_000, cached: 200, cacheWrite: 5_000 }],
        source: 'https://platform.claude.com/docs/about-claude/models/whats-new-opus-5',
        lookedUp: LOOKED_UP,
      },
    },
    {
      id: 'claude-sonnet-5-5',
      label: 'Claude Sonnet 5.5',
      tier: 'middle',
      effort: true,
      vision: true,
      price: {
        steps: [{ input: 2_000, output: 10_000, cached: 100, cacheWrite: 2_500 }],
        source: 'https://platform.claude.com/docs/zh-CN/models/sonnet-5-5/overview',
        lookedUp: MIDDLE_LOOKED_UP,
        note: 'Cached input is that of the price list since 2026-10-07, as others quote it on 2026-10-16 and 2026-10-24.',
      },
    },
    {
      id: 'claude-haiku-5-5',
      label: 'Claude Haiku 5.5',
      tier: 'small',
      effort: true,
      vision: true,
      price: {
        steps: [
          { input: 100, output: 500, cached: 10, cacheWrite: 125 },
          { promptOver: 100_000, input: 500, output: 2_500, cached: 50, cacheWrite: 625 },
        ],
        source: 'https://platform.claude.com/docs/zh-TW/models/haiku-5-5/overview',
        lookedUp: LOOKED_UP,
      },
    },
  ],
  openai: [
    {
      id: 'gpt-6.1-sol',
      label: 'GPT-6.1 Sol',
      tier: 'large',
      effort: true,
      vision: true,
      price: {
        steps: [
          { input: 2_000, output: 10_000, cached: 100, cacheWrite: 2_500 },
          { promptOver: 272_000, input: 4_000, output: 15_000, cached: 200, cacheWrite: 5_000 },
        ],
        flex: true,
        source: 'https://developers.openai.com/api/docs/models/gpt-6.1-sol',
        lookedUp: LOOKED_UP,
        note: 'That page as others quote it on 2026-09-30 and 2026-10-13; itself it could not be read.',
      },
    },
    {
      id: 'gpt-6.1-terra',
      label: 'GPT-6.1 Terra',
      tier: 'middle',
      effort: true,
      vision: true,
      price: {
        steps: [
          { input: 1_000, output: 5_000, cached: 50, cacheWrite: 1_250 },
          { promptOver: 272_000, input: 2_000, output: 7_500, cached: 100, cacheWrite: 2_500 },
        ],
        flex: true,
        source: 'https://developers.openai.com/zh-Hans/api/docs/models/gpt-6.1-terra',
        lookedUp: MIDDLE_LOOKED_UP,
      },
    },
    {
      id: 'gpt-6-luna',
      label: 'GPT-6 Luna',
      tier: 'small',
      effort: true,
      vision: true,
      price: {
        steps: [
          { input: 100, output: 500, cached: 10, cacheWrite: 125 },
          { promptOver: 272_000, input: 200, output: 750, cached: 20, cacheWrite: 250 },
        ],
        flex: true,
        source: 'https://developers.openai.com/ja-JP/api/docs/models/gpt-6-luna',
        lookedUp: LOOKED_UP,
      },
    },
  ],
  google: [
    {
      id: 'gemini-4-argon',
      label: 'Gemini 4 Argon',
      tier: 'large',
      effort: true,
      vision: true,
      price: {
        steps: [
          { input: 2_000, output: 10_000, cached: 100 },
          { from: '2026-12-01', input: 4_000, output: 20_000, cached: 200 },
        ],
        source: 'https://ai.google.dev/gemini-api/docs/pricing',
        lookedUp: LOOKED_UP,
        note: 'That page as others quote it on 2026-10-13; itself it could not be read.',
      },
    },
    {
      id: 'gemini-4-hydrogen',
      label: 'Gemini 4 Hydrogen',
      tier: 'middle',
      effort: true,
      price: {
        steps: [{ input: 1_500, output: 7_500, cached: 75 }],
        flex: true,
        source: 'https://ai.google.dev/gemini-api/docs/pricing',
        lookedUp: MIDDLE_LOOKED_UP,
        note: 'That page as others quote it on 2026-11-16; itself it could not be read.',
      },
    },
    {
      id: 'gemini-3.8-flash',
      label: 'Gemini 3.8 Flash',
      tier: 'small',
      effort: true,
      vision: true,
      price: {
        steps: [
          { input: 750, output: 3_750, cached: 75 },
          // What cached input will cost is not said.
          { from: '2027-01-01', input: 1_500, output: 7_500 },
        ],
        flex: true,
        source: 'https://ai.google.dev/gemini-api/docs/pricing',
        lookedUp: LOOKED_UP,
        note: 'That page as it was copied on 2026-10-07.',
      },
    },
  ],
  // Each customer chooses the model behind a deployment, so there is nothing to list. AI_MODELS_FILE can price
  // deployments.
  azure_openai: [],
  // An endpoint of a customer lists its models itself; their prices are unknown.
  openai_compatible: [],
  deepgram: [
    {
      id: 'nova-3',
      label: 'Nova-3',
      tier: 'speech',
      price: {
        steps: [{ minute: 9_200_000 }],
        source: 'https://deepgram.com/pricing',
        lookedUp: LOOKED_UP,
        note:
          'Recordings in any language, pay as you go, as quoted on 2026-08-01; in one language $0.0077. Others say ' +
          '$0.0043 and $0.0052, as quoted on 2026-05-05.',
      },
    },
  ],
};

/**
 * Returns true if a model id is valid. With Google it becomes part of the path. Ids of tuned models contain slashes.
 */
export function isValidModelId(id: string): boolean {
  return /^\w[\w.:@/-]{0,199}$/.test(id) && !id.includes('..');
}
