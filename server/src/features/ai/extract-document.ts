import type { DocumentExtract } from '@training/shared/ai-features';
import type { FileKind } from '@training/shared/ai-jobs';
import { AppError } from '../../errors.ts';
import { extractTopics } from './extract-topics.ts';
import type { Ask, Steps } from './feature.ts';

export type DocumentFile = { name: string; kind: FileKind; bytes: Uint8Array };

export function extractDocument(ask: Ask, input: DocumentFile, steps: Steps): Promise<DocumentExtract> {
  if (input.kind !== 'text') throw new AppError('unsupported_file', 'Only plain text and Markdown can be read so far.');
  const text = new TextDecoder().decode(input.bytes);
  return extractTopics(ask, { text, title: null, name: input.name }, steps);
}
