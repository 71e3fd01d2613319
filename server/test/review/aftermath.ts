import type pg from 'pg';
import { expect } from 'vitest';
import { journalOf } from './journal.ts';
import type { Outcome } from './race.ts';
import type { People } from './people.ts';
import { replay } from './replay.ts';

/**
 * Finds what was published and isn't byte for byte the snapshot of a round, each section of which was approved in that
 * working copy by the hash that PostgreSQL makes of it now.
 */
const UNAPPROVED = `
select v.module_id, v.number from module_revisions v
where v.workspace_id = $1 and not exists (
  select from review_rounds r
  where r.workspace_id = $1 and r.module_id = v.module_id and r.title = v.title
    and r.flashcards::text = v.flashcards::text and r.quiz::text = v.quiz::text
    and 2 = (
      select count(distinct d.section) from review_decisions d
      join review_rounds a on a.workspace_id = $1 and a.id = d.round_id and a.cycle = r.cycle and a.round <= r.round
      where d.workspace_id = $1 and d.module_id = r.module_id and d.verdict = 'approved'
        and d.content_hash = content_hash(case d.section when 'flashcards' then v.flashcards else v.quiz end)))`;

/** Rows that say something else than the rows that they were made of. */
const CROOKED = `
select m.id from modules m
left join module_revisions v on v.workspace_id = m.workspace_id and v.id = m.live_revision_id
where m.workspace_id = $1 and (
  m.live_revision_id is not null and (v.title <> m.title or v.number <> (
    select max(o.number) from module_revisions o where o.workspace_id = $1 and o.module_id = m.id))
  or m.round <> (select count(*) from review_rounds r where r.workspace_id = $1 and r.module_id = m.id)
  or exists (select from sections s where s.workspace_id = $1 and s.module_id = m.id
    and s.content_hash <> content_hash(s.items))
  or (select c.published from courses c where c.workspace_id = $1 and c.id = m.course_id) <> (m.status = 'published'))`;

/**
 * First action in the audit log of each procedure that succeeded. Bringing back what is there already makes no entry.
 */
const ACTION_OF: Record<string, string> = {
  'modules.saveSection': 'module.section_edited',
  'modules.update': 'module.updated',
  'reviews.submit': 'module.submitted',
  'reviews.resubmit': 'module.resubmitted',
  'reviews.withdraw': 'module.withdrawn',
  'reviews.revise': 'module.revised',
  'reviews.approve': 'module.section_approved',
  'reviews.query': 'module.section_queried',
  'reviews.reject': 'module.rejected',
  'reviews.unpublish': 'module.unpublished',
  'reviews.archive': 'module.archived',
  'reviews.restore': 'module.restored',
};

/** `unanswered`: what was done although no answer came. */
export type Aftermath = { transactions: number; publications: number; unanswered: number };

/** Checks one module's whole life, and that what was answered is what happened. */
export async function checkModule(pool: pg.Pool, people: People, id: string, outcomes: Outcome[]): Promise<Aftermath> {
  const transactions = await journalOf(pool, id);
  const { model, begun } = replay(transactions, people);
  let unanswered = 0;
  for (const [procedure, action] of Object.entries(ACTION_OF)) {
    const asked = outcomes.filter((outcome) => outcome.procedure === procedure);
    const done = begun.filter((each) => each === action).length;
    const told = asked.filter(({ answer }) => answer.ok).length;
    const lost = asked.filter(({ answer }) => !answer.ok && answer.code === 'lost').length;
    // The draft was made complete by two edits, before anybody raced.
    const made = procedure === 'modules.saveSection' ? 2 : 0;
    expect(done, `${action} of ${id}`).toBeGreaterThanOrEqual(made + told);
    expect(done, `${action} of ${id}`).toBeLessThanOrEqual(made + told + lost);
    unanswered += done - made - told;
  }
  return { transactions: transactions.length, publications: model.published.length, unanswered };
}

/** Checks what is published in the whole workspace against what was approved. */
export async function checkPublished(pool: pg.Pool, { workspace }: People): Promise<void> {
  expect((await pool.query(UNAPPROVED, [workspace.id])).rows).toEqual([]);
  expect((await pool.query(CROOKED, [workspace.id])).rows).toEqual([]);
}
