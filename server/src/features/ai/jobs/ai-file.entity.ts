import { defineEntity, p } from '@mikro-orm/core';
import type { FileKind } from '@training/shared/ai-jobs';

/** A file that jobs can be started with, for a day. */
export const AiFileEntity = defineEntity({
  name: 'AiFile',
  tableName: 'ai_files',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    createdBy: p.uuid(),
    createdAt: p.datetime(3),
    kind: p.text().$type<FileKind>(),
    mediaType: p.text(),
    bytes: p.blob(),
  },
});
