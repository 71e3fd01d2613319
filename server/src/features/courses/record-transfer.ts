import type { EntityManager } from '@mikro-orm/postgresql';
import type { ImportFileFormat } from '@training/shared/courses/course-archive';
import { createCourseArchive } from '../../core/archive.ts';
import type { Context } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import type { ZipEntry } from '../../platform/zip.ts';
import { recordEvent } from '../events/record-event.ts';

/** A course, or one of its modules, that goes out in a format. */
type Exported = {
  course_id: string;
  module_id?: string | undefined;
  title: string;
  format: 'archive' | 'table' | 'qti' | 'scorm';
};

/** Records in the audit log that a course, or one of its modules, is exported. */
export async function recordCourseExport(
  ctx: Context,
  { course_id, module_id, title, format }: Exported,
): Promise<void> {
  const subject = { kind: 'course', id: course_id, name: title };
  const changes = { format, ...(module_id !== undefined && { module_id }) };
  await inTransaction(ctx, (em) => recordEvent(em, ctx, { action: 'course.exported', subject, changes }));
}

/** Returns content as a ZIP, and records the export in the audit log. @throws AppError `busy` */
export async function exportContentAsZip(
  ctx: Context,
  exported: Exported,
  entries: () => AsyncIterable<ZipEntry>,
): Promise<AsyncGenerator<Uint8Array>> {
  const archive = await createCourseArchive(ctx, entries);
  try {
    await recordCourseExport(ctx, exported);
  } catch (error) {
    await archive.return(undefined);
    throw error;
  }
  return archive;
}

/** Records in the audit log what was imported into a module. */
export async function recordModuleImport(
  em: EntityManager,
  ctx: Context,
  { id, title }: { id: string; title: string },
  changes: { format: ImportFileFormat; cards: number; questions: number },
): Promise<void> {
  const subject = { kind: 'module', id, name: title };
  await recordEvent(em, ctx, { action: 'module.imported', subject, changes });
}
