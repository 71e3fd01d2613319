import type { EntityManager } from '@mikro-orm/postgresql';
import type { SourceExcerpt } from '@training/shared/source-drift/source-drift';
import { z } from 'zod';
import { createSystemContextFields, type TaskServices } from '../../core/context.ts';
import { createWorkspaceEntityManager } from '../../core/transaction.ts';
import type { Database } from '../../database/database.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { publishTopics } from '../../platform/topic-changes.ts';
import { startQueueWorker, type QueueWorker } from '../../platform/queue/start-worker.ts';
import { moduleLiveTopicOf } from '../courses/modules/module-topic.ts';
import { type EventContext, recordEvent } from '../events/record-event.ts';
import { createNotifications } from '../notifications/create-notifications.ts';
import { hasPermissionSql } from '../notifications/recipients-by-permission.ts';
import { findMissingQuotes, isMarkOfSamePassage, itemKeyOf, type MissingQuote } from './find-missing-quotes.ts';
import { type ClaimedQuoteCheck, QUOTE_CHECK_QUEUE } from './quote-checks.ts';
import {
  MODULE_IS_PUBLIC,
  type QuotingModule,
  QUOTED_REVISION_ID_SQL,
  type QuotingItem,
  readQuotingModule,
  readItemsQuotingChangedFiles,
  readStoredMarks,
  type StoredDriftMark,
} from './quoted-sources.ts';
import { PendingModuleQuoteCheckEntity, SourceDriftEntity } from './source-drift.entity.ts';

/** Locks the module first, as every change of a module does. If it changed since the comparison, it is rechecked. */
const LOCK_QUOTE_CHECK = defineStatement({
  name: 'lock-module-of-quote-check',
  scope: 'tenant',
  row: z.strictObject({ revision_id: z.uuid().nullable(), is_public: z.boolean() }),
  sql: `
select ${QUOTED_REVISION_ID_SQL} as revision_id, ${MODULE_IS_PUBLIC} as is_public
from modules m where m.workspace_id = :workspaceId and m.id = :moduleId for no key update of m`,
});

/** Keeps the `old` excerpt of an existing mark: the text that the item came from. */
const STORE = defineStatement({
  name: 'store-source-drifts',
  scope: 'tenant',
  sql: `
insert into source_drifts as d (workspace_id, module_id, section, item_id, position, title, quote, suggestion_id, file_id,
  gone, old, now, marked_at, changed_at)
select :workspaceId::uuid, :moduleId::uuid, section, item_id, position, title, quote, suggestion_id, file_id, gone, old,
  nullif(now, 'null'), :now::timestamptz, :now::timestamptz
from jsonb_to_recordset(:items::jsonb) as i (section text, item_id uuid, position integer, title text, quote text,
  suggestion_id uuid, file_id uuid, gone boolean, old jsonb, now jsonb)
order by section, item_id
on conflict (workspace_id, module_id, section, item_id) do update set position = excluded.position,
  title = excluded.title, gone = excluded.gone, now = excluded.now, changed_at = excluded.changed_at,
  version = d.version + 1, marked_at = case when d.confirmed_at is null then d.marked_at else excluded.marked_at end,
  confirmed_at = null, confirmed_by_name = null`,
});

async function storeResolution(
  transaction: EntityManager,
  { workspaceId, id: moduleId, now }: { workspaceId: string; now: Date } & Pick<QuotingModule, 'id'>,
  { marked, changed, removed }: DriftResolution,
): Promise<void> {
  const items = [...marked, ...changed];
  // Removed first: an item with another quote gets a new mark.
  if (removed.length > 0) {
    const marks = removed.map(({ section, item_id: itemId }) => ({ section, itemId }));
    await transaction.nativeDelete(SourceDriftEntity, { workspaceId, moduleId, $or: marks });
  }
  if (items.length > 0) await STORE.run(transaction, { workspaceId, moduleId, now, items: JSON.stringify(items) });
}

const AUTHORS = defineStatement({
  name: 'list-authors-of-department',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select u.id from users u
where u.workspace_id = :workspaceId and u.is_active and ${hasPermissionSql('content:author', ':departmentId')}`,
});

const NAMES = defineStatement({
  name: 'list-names-of-drive-files',
  scope: 'tenant',
  row: z.strictObject({ name: z.string() }),
  sql: `
select name from drive_files where workspace_id = :workspaceId and id = any (:ids::uuid[]) order by name, id limit 20`,
});

/** Records that items are marked, and tells the trainers of the department and the chat channel, once for each mark. */
async function notifyTrainers(
  transaction: StatementRunner,
  cause: EventContext,
  module: QuotingModule,
  marked: MissingQuote[],
): Promise<void> {
  const { workspace, now } = cause;
  const { id, title: name, department_id: departmentId, course_id } = module;
  const ids = [...new Set(marked.map(({ file_id }) => file_id))];
  const documents = await NAMES.all(transaction, { workspaceId: workspace.id, ids });
  const eventId = await recordEvent(transaction, cause, {
    action: 'module.source_changed',
    subject: { kind: 'module', id, name },
    changes: { items: marked.length, documents: documents.map((each) => each.name) },
  });
  const authors = await AUTHORS.all(transaction, { workspaceId: workspace.id, departmentId });
  const notification = {
    kind: 'module.source_changed' as const,
    subject: { kind: 'module' as const, id, name },
    facts: { module_id: id, course_id, count: marked.length, since: now.toISOString() },
    eventId,
  };
  await createNotifications(transaction, workspace.id, now, [
    ...authors.map((author) => ({ ...notification, because: 'authors_here' as const, recipientId: author.id })),
    { ...notification, because: 'channel' as const, recipientId: null },
  ]);
}

/**
 * Rechecks the quotes of a claimed module. The texts are compared before the transaction, without locks; the result is
 * stored in one transaction with the end of the lease, so that it is stored once, however many instances there are.
 */
export async function checkModuleQuotes(db: Database, claim: ClaimedQuoteCheck): Promise<void> {
  const { workspaceId, moduleId, leaseId, dueAt } = claim;
  const check = await readQuotingModule(db.pool, workspaceId, moduleId);
  const items = await readItemsQuotingChangedFiles(db.pool, workspaceId, check);
  const kept = await readStoredMarks(db.pool, workspaceId, check.id);
  const lost = await findMissingQuotes(db.pool, workspaceId, items, kept);
  const workspace = { id: workspaceId, slug: '', name: '' };
  const cause: EventContext = { workspace, ...createSystemContextFields('Drives') };
  await createWorkspaceEntityManager({ db, workspace }).transactional(async (transaction) => {
    const current = await LOCK_QUOTE_CHECK.one(transaction, { workspaceId, moduleId });
    const key = { workspaceId, moduleId, leaseId, dueAt };
    // Nothing is deleted if a recheck was requested again meanwhile.
    if (!isAsItWas(check, current) || (await transaction.nativeDelete(PendingModuleQuoteCheckEntity, key)) === 0) {
      await QUOTE_CHECK_QUEUE.release(transaction, claim, new Date());
      return;
    }
    // Read again: a trainer may have confirmed a mark in the meantime.
    const now = await readStoredMarks(transaction, workspaceId, check.id);
    const resolution = resolveDrift({ items, kept: now, isPublic: check.is_public }, lost);
    const { marked, changed, removed } = resolution;
    await storeResolution(transaction, { workspaceId, id: check.id, now: cause.now }, resolution);
    if (marked.length > 0) await notifyTrainers(transaction, cause, check, marked);
    if (marked.length + changed.length + removed.length === 0) return;
    await publishTopics(transaction, moduleLiveTopicOf(workspaceId, check.id));
  });
}

const isAsItWas = (check: QuotingModule, now: Pick<QuotingModule, 'revision_id' | 'is_public'>) =>
  check.revision_id === now.revision_id && check.is_public === now.is_public;

/** Changes to the marks of a module. */
type DriftResolution = {
  /** Not marked before, or confirmed as right while something else stood there: people are notified of these. */
  marked: MissingQuote[];
  /** Existing marks with changed details. */
  changed: MissingQuote[];
  /** Confirmed, and still so; only where it stands in the published version is kept. */
  removed: Pick<StoredDriftMark, 'section' | 'item_id'>[];
};

const sameExcerpt = (one: SourceExcerpt | null, other: SourceExcerpt | null) =>
  one?.text === other?.text && one?.before === other?.before && one?.after === other?.after;

const isSame = (kept: StoredDriftMark, lost: MissingQuote) =>
  kept.gone === lost.gone &&
  kept.title === lost.title &&
  kept.position === lost.position &&
  sameExcerpt(kept.now, lost.now);

/** Returns true if the confirmed passage is unchanged, whatever surrounds it. */
const isConfirmed = (kept: StoredDriftMark, lost: MissingQuote) =>
  kept.confirmed && kept.gone === lost.gone && kept.now?.text === lost.now?.text;

/**
 * Compares the lost quotes with the stored marks. A mark is removed once its quote is found again or the published
 * version no longer has it; a confirmed one is kept as long as the version has the quote. Nothing new is marked while
 * learners can't see the module.
 */
function resolveDrift(
  { items, kept, isPublic }: { items: QuotingItem[]; kept: StoredDriftMark[]; isPublic: boolean },
  lost: MissingQuote[],
): DriftResolution {
  const before = new Map(kept.map((each) => [itemKeyOf(each), each]));
  const missingNow = new Set(lost.map(itemKeyOf));
  const quoted = new Map(items.map((each) => [itemKeyOf(each), each]));
  const resolution: DriftResolution = { marked: [], changed: [], removed: [] };
  for (const each of kept) {
    const item = quoted.get(itemKeyOf(each));
    const stays =
      item !== undefined && isMarkOfSamePassage(each, item) && (each.confirmed || missingNow.has(itemKeyOf(each)));
    if (!stays) resolution.removed.push({ section: each.section, item_id: each.item_id });
  }
  for (const each of lost) {
    const known = before.get(itemKeyOf(each));
    const same = known !== undefined && isMarkOfSamePassage(known, each);
    if (same && isConfirmed(known, each)) continue;
    if (same && !known.confirmed) {
      if (!isSame(known, each)) resolution.changed.push(each);
    } else if (isPublic) resolution.marked.push(each);
  }
  return resolution;
}

/** Milliseconds between checks for waiting modules. The table is nearly always empty. */
const EVERY = 2_000;

/**
 * Rechecks quotes shortly after their file changed or their module was published, one module after the other. A module
 * that fails is retried once its lease ends, and doesn't block others.
 */
export function startQuoteChecker({
  db,
  log,
  stopping,
  stalls,
  lookEvery: pollInterval = EVERY,
}: Pick<TaskServices, 'db' | 'log' | 'stopping' | 'stalls' | 'lookEvery'>): QueueWorker {
  return startQueueWorker({
    queue: QUOTE_CHECK_QUEUE.name,
    name: 'Checking quotes of modules',
    slots: 1,
    pollInterval,
    claim: (free) => QUOTE_CHECK_QUEUE.claim(db.pool, free),
    async run(claim) {
      const ended = stalls.begin('job check_quotes');
      try {
        await checkModuleQuotes(db, claim);
      } finally {
        ended();
      }
    },
    describe: ({ workspaceId, moduleId }) => ({ workspace_id: workspaceId, module_id: moduleId }),
    log,
    stopping,
  });
}
