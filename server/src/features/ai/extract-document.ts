import type { DocumentExtract } from '@training/shared/ai-features';
import type { FileKind } from '@training/shared/ai-jobs';
import type { Ask, Steps } from './feature.ts';

export type DocumentFile = { name: string; kind: FileKind; bytes: Uint8Array };

export function extractDocument(ask: Ask, input: DocumentFile, steps: Steps): Promise<DocumentExtract> {
  throw new Error(`Not there yet ${JSON.stringify(input)}`);
}
