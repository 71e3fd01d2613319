import type pg from 'pg';
import { z } from 'zod';

/**
 * Has the test's database itself keep what happens to modules: each change of a row, in the transaction that makes it.
 * The number is drawn while the module is locked, so that for one module it counts in the order of the locks, whichever
 * instance or process held them.
 */
export async function keepJournal(pool: pg.Pool): Promise<void> {
  await pool.query(`
create table journal (
  number bigint generated always as identity primary key,
  tx xid8 not null default pg_current_xact_id(),
  module_id uuid not null,
  what text not null,
  row jsonb not null
);
create index journal_module on journal (module_id, number);
create function keep_journal() returns trigger language plpgsql as $$
declare kept jsonb := to_jsonb(new) - 'items' - 'flashcards' - 'quiz';
begin
  insert into journal (module_id, what, row) values (
    (case tg_table_name when 'modules' then kept ->> 'id' when 'audit_events' then kept ->> 'subject_id'
      else kept ->> 'module_id' end)::uuid, tg_table_name, kept);
  return null;
end $$;
create trigger journal after insert or update on modules for each row execute function keep_journal();
create trigger journal after insert or update on sections for each row execute function keep_journal();
create trigger journal after insert on module_revisions for each row execute function keep_journal();
create trigger journal after insert on review_rounds for each row execute function keep_journal();
create trigger journal after insert on review_comments for each row execute function keep_journal();
create trigger journal after insert on audit_events for each row when (new.subject_kind = 'module')
  execute function keep_journal();`);
}

const uuid = z.string();
const kind = z.enum(['flashcards', 'quiz']);
const hashes = { flashcards_hash: z.string(), quiz_hash: z.string() };

/**
 * Changes of one transaction to the module: the rows as it left them, in its order, and its entries in the audit log.
 */
const Transaction = z.object({
  modules: z
    .array(
      z.object({
        status: z.string(),
        workflow: z.string().nullable(),
        round: z.int(),
        cycle: z.int(),
        settings_version: z.int(),
        live_revision_id: uuid.nullable(),
      }),
    )
    .default([]),
  sections: z.array(z.object({ kind, state: z.string(), version: z.int(), content_hash: z.string() })).default([]),
  module_revisions: z.array(z.object({ id: uuid, number: z.int(), ...hashes })).default([]),
  review_rounds: z.array(z.object({ round: z.int(), ...hashes })).default([]),
  review_comments: z.array(z.object({ kind: z.string(), section: kind, author_id: uuid })).default([]),
  audit_events: z
    .array(
      z.object({
        action: z.string(),
        actor_id: uuid.nullable(),
        changes: z.object({ section: kind.optional() }).nullable(),
      }),
    )
    .default([]),
});
export type Transaction = z.infer<typeof Transaction>;

/** All that happened to a module, one transaction after the other. */
export async function journalOf(pool: pg.Pool, moduleId: string): Promise<Transaction[]> {
  const { rows } = await pool.query<{ transaction: unknown }>(
    `select json_object_agg(what, rows) as transaction from (
       select tx, what, min(number) as first, json_agg(row order by number) as rows
       from journal where module_id = $1 group by tx, what) by_table
     group by tx order by min(first)`,
    [moduleId],
  );
  return rows.map(({ transaction }) => Transaction.parse(transaction));
}
