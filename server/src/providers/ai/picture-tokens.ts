import type { Provider } from '@training/shared/provider-keys/provider-keys';

/** Pixels of a picture as it is sent. */
export type PictureSize = { width: number; height: number };

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
export const mostTokensOfPicture = (size: PictureSize): number =>
  Math.max(...Object.values(FORMULAS).map((tokensOf) => tokensOf(size)));

/** Returns the tokens of a picture; for an endpoint, whose model may count in any way, the most. */
export function tokensOfPicture(provider: Provider, size: PictureSize): number {
  if (provider === 'openai_compatible' || provider === 'deepgram') return mostTokensOfPicture(size);
  return FORMULAS[provider === 'azure_openai' ? 'openai' : provider](size);
}
