import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { SuggestionScan } from '@training/shared/suggestions/suggestions';
import type { SuggestionStatus } from '@training/shared/statuses';

export const SuggestionEntity = defineEntity({
  name: 'Suggestion',
  tableName: 'suggestions',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    status: p.text().$type<SuggestionStatus>(),
    title: p.text(),
    content: p.text(),
    /** SHA-256 of the normalized content, used to detect the same text. */
    textHash: p.blob(),
    sourceName: p.text(),
    /** Normalized name of the source. */
    sourceKey: p.text(),
    sourceUrl: p.text().nullable(),
    /** Hash of source and address, shared by all texts of the same page. */
    document: p.bigint().nullable(),
    departmentId: p.uuid().nullable(),
    duplicateOf: p.uuid().nullable(),
    createdAt: p.datetime(3),
    dismissedAt: p.datetime(3).nullable(),
    dismissedByName: p.text().nullable(),
    dismissReason: p.text().nullable(),
    acceptedAt: p.datetime(3).nullable(),
    acceptedByName: p.text().nullable(),
    supersededAt: p.datetime(3).nullable(),
    /** The suggestion with the newer text of the same page. */
    supersededBy: p.uuid().nullable(),
    /** The drive file with this text. */
    driveFileId: p.uuid().nullable(),
    /** Findings about a text from a drive. */
    scan: p.json<SuggestionScan>().nullable(),
    /** The draft created from it. */
    moduleId: p.uuid().nullable(),
  },
});
export type SuggestionRow = InferEntity<typeof SuggestionEntity>;
export type SuggestionToInsert = Omit<
  SuggestionRow,
  'acceptedAt' | 'acceptedByName' | 'supersededAt' | 'supersededBy' | 'moduleId' | 'driveFileId' | 'scan'
>;
