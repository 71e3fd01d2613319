import { defineEntity, p } from '@mikro-orm/core';
import type { UploadedFileKind } from '@training/shared/ai/ai-jobs';

/** An uploaded file that can start jobs for a day. Its bytes are deleted when the job that reads it ends. */
export const AiFileEntity = defineEntity({
  name: 'AiFile',
  tableName: 'ai_files',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    createdBy: p.uuid(),
    createdAt: p.datetime(3),
    state: p.text().$type<'arriving' | 'stored' | 'deleted'>(),
    /** Size in bytes; the maximum size while the upload is in progress. */
    size: p.integer(),
    kind: p.text().$type<UploadedFileKind>().nullable(),
    mediaType: p.text().nullable(),
  },
});

/** The bytes of a file, in ordered parts. */
export const AiFilePartEntity = defineEntity({
  name: 'AiFilePart',
  tableName: 'ai_file_parts',
  properties: {
    workspaceId: p.uuid().primary(),
    fileId: p.uuid().primary(),
    n: p.integer().primary(),
    /** Bytes that aren't in storage yet; null once they are (decision 109). */
    bytes: p.blob().nullable(),
    /** Bytes in storage, as a number; null if they are in the column. */
    size: p.integer().nullable(),
    /** Time from which the object is removed from storage; null as long as it is needed. */
    removeAt: p.datetime(6).nullable(),
  },
});
