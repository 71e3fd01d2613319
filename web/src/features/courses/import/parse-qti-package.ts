import { IMPORT_LIMITS } from '@training/shared/courses/imports';
import { problemsOfQuestion } from '@training/shared/courses/sections';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { type TrpcClient, uploadInPieces } from '../../../lib/api/send-pieces.ts';
import { SLOW_QUERY_OPTIONS } from '../../../lib/api/trpc.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import type { ParsedImportFile } from './import-preview.ts';

const t = translatorOf('imports');

/** Sends a QTI package or item, which the server reads; a string says why it can't be imported. */
export async function parseQtiPackageOnServer(
  file: File,
  name: string,
  { client, onProgress }: { client: TrpcClient; onProgress: (share: number) => void },
): Promise<ParsedImportFile | string> {
  if (file.size > IMPORT_LIMITS.bytes) return t('uploadTooLarge');
  try {
    const pieces = await uploadInPieces(client, file, (share) => onProgress(share * 0.4));
    const { archive, rows } = await client.imports.readPackage.mutate(
      { pieces, name: name.trim() || 'QTI' },
      SLOW_QUERY_OPTIONS.trpc,
    );
    const questions = new Map(archive.modules.flatMap(({ quiz }) => quiz).map((each) => [each.id, each]));
    const complete = rows.map(({ item, ...row }) => {
      const question = item === undefined ? undefined : questions.get(item);
      const problems = question ? problemsOfQuestion(question) : [];
      if (item === undefined || problems.length === 0) return { ...row, ...(item !== undefined && { item }) };
      const reasons = [...row.reasons, ...problems.map(({ message }) => t('rowIncomplete', { message }))];
      return { ...row, item, outcome: 'changed' as const, reasons };
    });
    return { archive, rows: complete, ignored: [], from: 'qti' };
  } catch (error) {
    return toDisplayableProblem(error).detail;
  }
}
