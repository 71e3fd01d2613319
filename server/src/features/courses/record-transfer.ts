import type { EntityManager } from '@mikro-orm/postgresql';
import type { ImportFormat } from '@training/shared/courses/course-archive';
import type { Context } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { recordEvent } from '../events/record-event.ts';

export type ExportFormat = 'archive' | 'table' | 'qti' | 'scorm';

/** Records that content goes out: of a course, or of one of its modules. */
export async function recordExport(
  ctx: Context,
  { id, title }: { id: string; title: string },
  format: ExportFormat,
  moduleId: string | null,
): Promise<void> {
  const subject = { kind: 'course', id, name: title };
  const changes = { format, ...(moduleId !== null && { module_id: moduleId }) };
  await inTransaction(ctx, (em) => recordEvent(em, ctx, { action: 'course.exported', subject, changes }));
}

/** Records what a module got of an import. */
export async function recordImport(
  em: EntityManager,
  ctx: Context,
  { id, title }: { id: string; title: string },
  changes: { format: ImportFormat; cards: number; questions: number },
): Promise<void> {
  const subject = { kind: 'module', id, name: title };
  await recordEvent(em, ctx, { action: 'module.imported', subject, changes });
}
