import type { AiProvider } from '@training/shared/provider-keys/provider-keys';
import type { CallUsage, PictureSize } from './calls.ts';
import type { CountedTokens, ParsedModelEvent } from './protocols/model-events.ts';

/** Minimum number of UTF-8 bytes per token in any script; in English it is more than four. */
const BYTES_A_TOKEN = 3;

const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');
const tokensOf = (bytes: number): number => Math.ceil(bytes / BYTES_A_TOKEN);

/** Tokens of the largest picture that Claude sees: larger ones are made smaller first. */
const MOST_OF_CLAUDE = 4_784;

/**
 * Tokens of a picture, as each provider documents them, in the resolution that it takes without being told another:
 * - Anthropic: width × height ÷ 750, at most 4,784. https://platform.claude.com/docs/en/build-with-claude/vision
 * - OpenAI: 32 × 32 pixels each, times 1.2 with GPT-6, as https://huggingface.co/datasets/JOHNISKING/image-token-cost
 *   measured it. https://platform.openai.com/docs/guides/images-vision
 * - Google: 1,120 for each picture. https://ai.google.dev/gemini-api/docs/media-resolution
 */
const FORMULAS = {
  anthropic: ({ width, height }: PictureSize) => Math.min(Math.ceil((width * height) / 750), MOST_OF_CLAUDE),
  openai: ({ width, height }: PictureSize) => Math.ceil(Math.ceil(width / 32) * Math.ceil(height / 32) * 1.2),
  google: () => 1_120,
};

/** Returns the most tokens that a picture has with any provider, to reserve its price. */
export const maxTokensOfPicture = (size: PictureSize): number =>
  Math.max(...Object.values(FORMULAS).map((tokensOf) => tokensOf(size)));

/** Returns the tokens of a picture; for an endpoint, whose model may count in any way, the most. */
export function tokensOfPicture(provider: AiProvider, size: PictureSize): number {
  if (provider === 'openai_compatible' || provider === 'deepgram') return maxTokensOfPicture(size);
  return FORMULAS[provider === 'azure_openai' ? 'openai' : provider](size);
}

/** Usage of a call that is under way. */
export class CallUsageMeter {
  #counted: CountedTokens = {};
  /** Bytes that the model has written since the provider last counted them. */
  #uncounted = 0;

  read({ counted = {}, words = '' }: ParsedModelEvent): void {
    this.#uncounted = counted.outputTokens === undefined ? this.#uncounted + bytesOf(words) : 0;
    const told = Object.entries(counted).filter(([, value]) => value !== undefined);
    this.#counted = { ...this.#counted, ...Object.fromEntries(told) };
  }

  /** True once the model has begun to work, which costs something. */
  get hasBegun(): boolean {
    const { inputTokens, outputTokens } = this.#counted;
    return this.#uncounted > 0 || inputTokens !== undefined || outputTokens !== undefined;
  }

  /**
   * Returns the usage as the provider has counted it. What it hasn't counted is estimated from the texts sent and
   * received, and from the sizes of pictures: slightly too high, and without hidden reasoning. Counts of cached tokens
   * that exceed the input are nonsense and left out, so that the call is charged in full.
   */
  usage(sent: { text: string; pictureTokens: number }, mostOutput: number): CallUsage {
    const { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0, tier } = this.#counted;
    const isCounted = inputTokens !== undefined && outputTokens !== undefined && this.#uncounted === 0;
    const isSense = cachedTokens + cacheWriteTokens <= (inputTokens ?? 0);
    const [cached, written] = isSense ? [cachedTokens, cacheWriteTokens] : [0, 0];
    const rest = Math.min(tokensOf(this.#uncounted), Math.max(mostOutput - (outputTokens ?? 0), 0));
    return {
      inputTokens: inputTokens ?? tokensOf(bytesOf(sent.text)) + sent.pictureTokens,
      outputTokens: (outputTokens ?? 0) + rest,
      seconds: 0,
      ...(cached > 0 && { cachedTokens: cached }),
      ...(written > 0 && { cacheWriteTokens: written }),
      ...(tier?.toLowerCase() === 'flex' && { tier: 'flex' }),
      ...(!isCounted && { reckoned: true }),
    };
  }
}
