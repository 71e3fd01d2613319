import { defineEntity, p } from '@mikro-orm/core';
import type { FileKind } from '@training/shared/ai-jobs';

/** A file that jobs can be started with, for a day; its bytes go when the job that reads it ends. */
export const AiFileEntity = defineEntity({
  name: 'AiFile',
  tableName: 'ai_files',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    createdBy: p.uuid(),
    createdAt: p.datetime(3),
    state: p.text().$type<'arriving' | 'stored' | 'deleted'>(),
    /** In bytes; while it is arriving, the most that it may have. */
    size: p.integer(),
    kind: p.text().$type<FileKind>().nullable(),
    mediaType: p.text().nullable(),
  },
});

/** The bytes of a file, in order. */
export const AiFilePartEntity = defineEntity({
  name: 'AiFilePart',
  tableName: 'ai_file_parts',
  properties: {
    workspaceId: p.uuid().primary(),
    fileId: p.uuid().primary(),
    n: p.integer().primary(),
    bytes: p.blob(),
  },
});
