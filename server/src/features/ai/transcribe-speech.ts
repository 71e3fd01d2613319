import type { Transcript } from '@training/shared/ai-features';
import type { Listen } from './feature.ts';

export type Recording = { audio: Uint8Array; mediaType: string; language?: string | undefined };

export function transcribeSpeech(listen: Listen, input: Recording): Promise<Transcript> {
  throw new Error(`Not there yet ${JSON.stringify(input)}`);
}
