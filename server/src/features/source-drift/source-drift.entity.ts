import { defineEntity, p } from '@mikro-orm/core';
import type { SectionKind } from '@training/shared/courses/courses';
import type { SourceExcerpt } from '@training/shared/source-drift/source-drift';
import { createLeaseEntityProperties } from '../../platform/queue/lease.ts';

/** The current text of a file that was read again after a suggestion was made from it. */
export const DriveTextEntity = defineEntity({
  name: 'DriveText',
  tableName: 'drive_texts',
  properties: {
    workspaceId: p.uuid().primary(),
    fileId: p.uuid().primary(),
    /** Null if the file is gone. */
    text: p.text().nullable(),
    changedAt: p.datetime(3),
  },
});

/** A module whose quotes have to be rechecked. */
export const PendingModuleQuoteCheckEntity = defineEntity({
  name: 'QuoteCheck',
  tableName: 'quote_checks',
  properties: {
    workspaceId: p.uuid().primary(),
    moduleId: p.uuid().primary(),
    dueAt: p.datetime(3).nullable().defaultRaw('now()'),
    ...createLeaseEntityProperties(),
  },
});

/** A published card or question whose quote is no longer in its file (rules/drives 8). */
export const SourceDriftEntity = defineEntity({
  name: 'SourceDrift',
  tableName: 'source_drifts',
  properties: {
    workspaceId: p.uuid().primary(),
    moduleId: p.uuid().primary(),
    section: p.text().$type<SectionKind>().primary(),
    itemId: p.uuid().primary(),
    /** Position in the published version. */
    position: p.integer(),
    title: p.text(),
    quote: p.text(),
    suggestionId: p.uuid(),
    fileId: p.uuid(),
    gone: p.boolean(),
    old: p.json<SourceExcerpt>(),
    now: p.json<SourceExcerpt>().nullable(),
    markedAt: p.datetime(3),
    changedAt: p.datetime(3),
    version: p.integer().default(1),
    confirmedAt: p.datetime(3).nullable(),
    confirmedByName: p.text().nullable(),
  },
});
