import type { GenerationSource, SourceText } from '@training/shared/ai/ai-sources';
import type { FeatureTools, FeatureStepRunner } from '../feature.ts';
import { readDocumentWithScans, type DocumentContent } from './read-scans.ts';

type ReadSource = { source: SourceText; steps: FeatureStepRunner } & Pick<DocumentContent, 'scan' | 'scanned'>;

/**
 * The source text: the given text, or the text of the document. A document is read again each time the job resumes,
 * which is faster than storing the text; what a model read of it is kept. What was read from pictures is known for a
 * text, too, if it was read for the same person.
 * @throws AppError `file_not_found`, `unsupported_file`, `document_unreadable` · errors of `ask` and `steps`
 */
export async function readSourceText(tools: FeatureTools, source: GenerationSource): Promise<ReadSource> {
  if (!('file_id' in source)) {
    return { source, steps: tools.steps, scan: null, scanned: await tools.scannedRanges() };
  }
  const { kind, owner, read } = await tools.file();
  const { text, steps, scan, scanned } = await readDocumentWithScans(tools, {
    kind,
    owner,
    read,
    signal: tools.signal,
  });
  const found = { title: source.name, text };
  await tools.noteSource(found);
  return { source: found, steps, scan, scanned };
}
