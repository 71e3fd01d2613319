import type { MaterialSource, SourceText } from '@training/shared/ai/ai-sources';
import type { FeatureTools } from '../feature.ts';
import { readText } from './read-text.ts';

/**
 * The source text: the given text, or the text of the document. A document is read again each time the job resumes,
 * which is faster than storing the text.
 * @throws AppError `file_not_found`, `unsupported_file`, `document_unreadable`
 */
export async function readSource(
  { file, noteSource, signal }: Pick<FeatureTools, 'file' | 'noteSource' | 'signal'>,
  source: MaterialSource,
): Promise<SourceText> {
  if (!('file_id' in source)) return source;
  const { kind, owner, read } = await file();
  const { text } = await readText({ kind, owner, read, signal });
  const found = { title: source.name, text };
  await noteSource(found);
  return found;
}
