import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type { SuggestionScan, SuggestionStatus } from '@training/shared/suggestions';

export const SuggestionEntity = defineEntity({
  name: 'Suggestion',
  tableName: 'suggestions',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    status: p.text().$type<SuggestionStatus>(),
    title: p.text(),
    content: p.text(),
    /** SHA-256 of the normalised content: the same text again is found by it. */
    textHash: p.blob(),
    sourceName: p.text(),
    /** The source, however its name was written. */
    sourceKey: p.text(),
    sourceUrl: p.text().nullable(),
    /** A hash of source and address: what a newer text of the same page has in common with it. */
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
    /** The file of a drive that it is the text of. */
    driveFileId: p.uuid().nullable(),
    /** What was found out about a text of a drive. */
    scan: p.json<SuggestionScan>().nullable(),
    /** The draft that it became. */
    moduleId: p.uuid().nullable(),
  },
});
export type SuggestionRow = InferEntity<typeof SuggestionEntity>;
export type NewSuggestion = Omit<
  SuggestionRow,
  'acceptedAt' | 'acceptedByName' | 'supersededAt' | 'supersededBy' | 'moduleId' | 'driveFileId' | 'scan'
>;
