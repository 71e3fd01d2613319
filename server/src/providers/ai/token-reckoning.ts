import type { CallUsage } from './calls.ts';

/** UTF-8 bytes that are a token at least, in any script: in English it has more than four. */
const BYTES_A_TOKEN = 3;

const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text, 'utf8') / BYTES_A_TOKEN);

/**
 * What a call came to whose provider did not say it, because it broke off: by the texts that were sent and that had
 * come. It is a little too much of these, and has nothing of what a model thought without showing it.
 */
export function reckonUsage(sent: string, came: string, mostOutput: number): CallUsage {
  const outputTokens = Math.min(tokensOf(came), mostOutput);
  return { inputTokens: tokensOf(sent), outputTokens, seconds: 0, reckoned: true };
}
