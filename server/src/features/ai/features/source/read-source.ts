import type { MaterialSource, SourceText } from '@training/shared/ai-sources';
import type { FeatureTools } from '../feature.ts';
import { readText } from './read-text.ts';

/**
 * The text that something is to be made of: as it was given, or read from the document. It is read anew whenever the
 * job goes on, which is quicker than keeping it in between.
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
