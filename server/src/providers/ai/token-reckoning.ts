import type { CallUsage } from './calls.ts';

/** Minimum number of UTF-8 bytes per token in any script; in English it is more than four. */
const BYTES_A_TOKEN = 3;

const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text, 'utf8') / BYTES_A_TOKEN);

/**
 * Estimates the usage of a call that broke off before the provider reported it, from the texts sent and received. It
 * slightly overestimates these, and doesn't include hidden reasoning.
 */
export function reckonUsage(sent: string, came: string, mostOutput: number): CallUsage {
  const outputTokens = Math.min(tokensOf(came), mostOutput);
  return { inputTokens: tokensOf(sent), outputTokens, seconds: 0, reckoned: true };
}
