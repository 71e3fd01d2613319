import type { Flashcard, ItemSource, Question } from '@training/shared/courses/courses';
import type { TestServer } from '../../../test/server.ts';
import { EVENT_CONSUMERS } from '../../app/jobs.ts';
import { createWorkspaceEntityManager } from '../../core/transaction.ts';
import type { Database } from '../../database/database.ts';
import { newId } from '../../platform/ids.ts';
import { sequenceAndDispatchEvents } from '../events/assign-event-sequences.ts';
import { notificationsOf } from '../notifications/notifications-fixture.ts';
import { castOf } from '../reviews/reviews-fixture.ts';
import { QUOTE_CHECK_QUEUE, storeTextAndQueueQuoteChecks } from './quote-checks.ts';
import { checkModuleQuotes } from './start-quote-checker.ts';

export type DriftCast = Awaited<ReturnType<typeof driftCastOf>>;

/** A file of a drive and the suggestion made from it. */
export type Document = { id: string; suggestionId: string };

const sourceOf = ({ suggestionId }: Document, quote: string): { source: ItemSource } => ({
  source: { quote, name: 'Google Drive', url: null, suggestion_id: suggestionId },
});

/** A card that quotes a passage of a document. */
export const cardOf = (document: Document, quote: string): Flashcard => ({
  id: newId(),
  front: `About: ${quote.slice(0, 40)}`,
  back: 'Back',
  ...sourceOf(document, quote),
});

/** A question whose correct answer quotes a document. */
export const questionOf = (document: Document, quote: string): Question => ({
  id: newId(),
  kind: 'short_text',
  prompt: 'Which?',
  explanation: 'Because the document says so.',
  accepted: ['This one'],
  ...sourceOf(document, quote),
});

/** Rechecks all waiting modules. */
export async function checkAllQuotes(db: Database): Promise<void> {
  for (
    let claimed = await QUOTE_CHECK_QUEUE.claim(db.pool, 1);
    claimed[0];
    claimed = await QUOTE_CHECK_QUEUE.claim(db.pool, 1)
  ) {
    await checkModuleQuotes(db, claimed[0]);
  }
}

/** The users taking part in a review, and a drive whose documents change. */
export async function driftCastOf(server: TestServer) {
  const { make, db } = server;
  const cast = await castOf(server);
  const { workspace } = cast;
  const drive = await make.drive(workspace);

  return {
    ...cast,

    /** Creates a document from which a suggestion was made. */
    document: async (text: string): Promise<Document> => {
      const file = await make.driveFile(workspace, drive.id, { url: 'https://drive.example/file', state: 'suggested' });
      const suggestionId = newId();
      await db.pool.query(
        `insert into suggestions (workspace_id, id, status, title, content, text_hash, source_name, source_key, created_at,
           drive_file_id)
         values ($1, $2::uuid, 'pending', 'Document', $3, sha256(convert_to($2::uuid::text, 'UTF8')), 'Google Drive', 'google drive',
           now(), $4)`,
        [workspace.id, suggestionId, text, file.id],
      );
      return { id: file.id, suggestionId };
    },

    /** Creates a published module of the department with these cards and questions. */
    published: async (cards: Flashcard[], questions: Question[] = []) => {
      const { course, module } = await cast.module({ status: 'published', cards, questions });
      const named = [...cards, ...questions].find(({ source }) => source)?.source?.suggestion_id ?? null;
      await db.pool.query('update modules set suggestion_id = $2 where id = $1', [module.id, named]);
      return { course, id: module.id, title: module.title };
    },

    /** Simulates a scan that finds this text in a document, or null if the document is gone. */
    change: async (document: Document, text: string | null): Promise<void> => {
      await createWorkspaceEntityManager({ db, workspace }).transactional((em) =>
        storeTextAndQueueQuoteChecks(em, { workspace, now: new Date() }, document, text),
      );
    },

    /** Rechecks all waiting modules, as the background loop does. */
    look: async (): Promise<void> => {
      while (await sequenceAndDispatchEvents(db, workspace.id, EVENT_CONSUMERS));
      await checkAllQuotes(db);
    },

    /** The marked items, as a trainer of the department sees them. */
    marks: async (moduleId: string) => {
      return (await cast.trainer.client.sourceDrift.ofModule.query({ module_id: moduleId })).items;
    },

    /** Notifications about the changed source of a module: channel, recipient and number of items. */
    told: async () => {
      const rows = await notificationsOf(db, workspace.id);
      return rows
        .filter(({ kind }) => kind === 'module.source_changed')
        .map(({ channel, recipient, facts }) => [channel, recipient, facts['count']]);
    },
  };
}
