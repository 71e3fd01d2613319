import { defineEntity, p } from '@mikro-orm/core';

/** A completion from elsewhere that someone entered (rules/attested 1). */
export const AttestedCompletionEntity = defineEntity({
  name: 'AttestedCompletion',
  tableName: 'attested_completions',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    moduleId: p.uuid(),
    /** The day in the workspace's time zone, as YYYY-MM-DD; `completedAt` is its beginning. */
    completedOn: p.date(),
    completedAt: p.datetime(3),
    /** By the validity days of the module when it was entered. */
    expiresAt: p.datetime(3).nullable(),
    /** Where the training took place, or which system has its record. */
    source: p.text(),
    reference: p.text().nullable(),
    /** 0 to 1. */
    score: p.decimal('number').precision(5).scale(4).nullable(),
    fileId: p.uuid().nullable(),
    enteredAt: p.datetime(3),
    enteredByName: p.text(),
    withdrawnAt: p.datetime(3).nullable(),
    withdrawnByName: p.text().nullable(),
    withdrawnReason: p.text().nullable(),
  },
});

/** The evidence of an attested completion, and the audit event that binds it; a change appends another. */
export const AttestedEvidenceEntity = defineEntity({
  name: 'AttestedEvidence',
  tableName: 'attested_evidence',
  properties: {
    workspaceId: p.uuid().primary(),
    attestedId: p.uuid().primary(),
    number: p.integer().primary(),
    eventAt: p.datetime(3),
    eventId: p.uuid(),
    evidence: p.text(),
  },
});

/** The document of an attested completion, such as a scanned certificate. */
export const AttestedFileEntity = defineEntity({
  name: 'AttestedFile',
  tableName: 'attested_files',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** Null if an API token uploaded it. */
    createdBy: p.uuid().nullable(),
    createdAt: p.datetime(3),
    state: p.text().$type<'arriving' | 'stored' | 'deleted'>(),
    /** In bytes. */
    size: p.integer().default(0),
    mediaType: p.text().nullable(),
    /** SHA-256 of the bytes, in hex. */
    hash: p.text().nullable(),
  },
});

/** The bytes of a document, in order. */
export const AttestedFilePartEntity = defineEntity({
  name: 'AttestedFilePart',
  tableName: 'attested_file_parts',
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
