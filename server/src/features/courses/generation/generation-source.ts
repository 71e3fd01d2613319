import type { EntityManager } from '@mikro-orm/postgresql';
import { SourceText, type GenerationSource } from '@training/shared/ai/ai-sources';
import type { GenerateSectionItems, ModuleSourceDocuments } from '@training/shared/courses/sections';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { invalidFieldError } from '../../../core/errors.ts';
import { aiJobNotFoundError } from '../../ai/jobs/read-ai-jobs.ts';
import { requireJobOwnerId } from '../../ai/files/stored-file.ts';
import type { LockedModule } from '../modules/lock-module.ts';

const OWN_SUGGESTION = defineStatement({
  name: 'text-of-own-suggestion',
  scope: 'tenant',
  row: SourceText,
  sql: 'select title, content as text from suggestions where workspace_id = :workspaceId and id = :suggestionId',
});

const DOCUMENT = defineStatement({
  name: 'text-of-read-document',
  scope: 'tenant',
  row: z.strictObject({ title: z.string(), text: z.string() }),
  sql: `
select coalesce(source_name, title) as title, coalesce(source_text, result ->> 'text') as text from ai_jobs
where workspace_id = :workspaceId and id = :document and created_by = :owner
  and (feature = 'document_extraction' or source_text is not null) and state = 'succeeded'`,
});

const DOCUMENTS = defineStatement({
  name: 'documents-of-module',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ job_id: z.uuid(), title: z.string() }),
  sql: `
with made as (
  select source_hash from ai_jobs
  where workspace_id = :workspaceId and destination_kind = 'module' and destination_id = :moduleId
  union
  select j.source_hash from ai_job_modules a
  join ai_jobs j on j.workspace_id = :workspaceId and j.id = a.job_id
  where a.workspace_id = :workspaceId and a.module_id = :moduleId
), found as (
  select distinct on (d.source_hash) d.id, coalesce(d.source_name, d.title) as title, d.created_at from ai_jobs d
  where d.workspace_id = :workspaceId and d.created_by = :owner
    and (d.feature = 'document_extraction' or d.source_text is not null)
    and d.state = 'succeeded' and d.source_hash in (select source_hash from made)
  order by d.source_hash, d.created_at desc, d.id desc
)
select id as job_id, title from found order by created_at desc, id desc limit 5`,
});

/**
 * Source of a generation: the given text or file, a document read for the caller, or the module's suggestion.
 * @throws AppError `ai_job_not_found`; `invalid_request` if the module has no suggestion
 */
export async function readGenerationSource(
  em: EntityManager,
  ctx: Context,
  { module }: LockedModule,
  { source, file, document }: GenerateSectionItems,
): Promise<GenerationSource> {
  const workspaceId = ctx.workspace.id;
  if ([source, file, document].filter((each) => each !== undefined).length > 1)
    throw invalidFieldError('source', 'Must be left out where a document is named', 'invalid');
  if (source) return source;
  if (file) return file;
  if (document) {
    const read = await DOCUMENT.first(em, { workspaceId, document, owner: requireJobOwnerId(ctx) });
    if (!read) throw aiJobNotFoundError(document);
    return asSource(read);
  }
  const { suggestionId } = module;
  if (!suggestionId)
    throw invalidFieldError('source', 'Required, because the module has no suggestion as its source', 'invalid');
  return asSource(await OWN_SUGGESTION.one(em, { workspaceId, suggestionId }));
}

/** Lists documents read for the caller that were used for the module, as long as their jobs exist. */
export function listModuleSourceDocuments(
  ctx: Context,
  { id: moduleId }: { id: string },
): Promise<ModuleSourceDocuments> {
  return DOCUMENTS.all(ctx.db.pool, { workspaceId: ctx.workspace.id, moduleId, owner: requireJobOwnerId(ctx) });
}

/** Validates a stored text like a submitted one. @throws AppError `invalid_request` if it is empty or too long */
function asSource(text: SourceText): SourceText {
  const parsed = SourceText.safeParse(text);
  if (parsed.success) return parsed.data;
  throw invalidFieldError('source', parsed.error.issues[0]?.message ?? 'Must be a text', 'invalid');
}
