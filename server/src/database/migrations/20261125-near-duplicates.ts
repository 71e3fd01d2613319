import { Migration } from '@mikro-orm/migrations';
import { z } from 'zod';
import { fingerprintOf } from '../../features/suggestions/intake/near-duplicates.ts';
import { documentOf, sourceKeyOf } from '../../features/suggestions/intake/normalise.ts';

const Kept = z.object({
  workspace_id: z.string(),
  id: z.string(),
  content: z.string(),
  source_name: z.string(),
  source_url: z.string().nullable(),
});

const NIL = '00000000-0000-0000-0000-000000000000';

/** How many texts are read at a time. */
const BATCH = 200;

/**
 * Newer texts supersede waiting ones of the same page, and near duplicates from other sources are found
 * (rules/suggestions 5 and 6).
 */
export class NearDuplicates extends Migration {
  override async up(): Promise<void> {
    await this.execute(`
alter table suggestions
  -- Its source, however its name was written.
  add column source_key text,
  -- A hash of the source and the address there: what a newer text of the same page has in common with it.
  add column document bigint,
  add column superseded_at timestamptz(3),
  add column superseded_by uuid,
  add foreign key (workspace_id, superseded_by) references suggestions,
  add constraint suggestions_superseded check (
    (status = 'superseded') = (superseded_by is not null) and (superseded_by is null) = (superseded_at is null));

-- What a text is found by again: its words written together, and eight values that near duplicates share with it. The first
-- suggestion of each source stands for those that come after it, so that one key never leads to more rows than there are
-- sources. Without foreign keys: the statement that writes a suggestion writes these, and none is ever deleted.
create table suggestion_keys (
  workspace_id uuid not null,
  key bigint not null,
  source_key text not null,
  suggestion_id uuid not null,
  primary key (workspace_id, key, source_key)
);`);
    await this.carryOver();
    await this.execute(`
-- What came under two spellings of a name before keeps both rows: the later one is of a source of its own.
update suggestions s set source_key = s.source_key || ' ' || s.id where exists (
  select from suggestions e where e.workspace_id = s.workspace_id and e.text_hash = s.text_hash
    and e.source_key = s.source_key and (e.created_at, e.id) < (s.created_at, s.id));
alter table suggestions
  alter column source_key set not null,
  drop constraint suggestions_source,
  add constraint suggestions_source unique (workspace_id, text_hash, source_key);
create index suggestions_document on suggestions (workspace_id, document) where document is not null and status = 'pending';
`);
  }

  private async carryOver(): Promise<void> {
    let [workspace, id] = [NIL, NIL];
    for (;;) {
      const rows = await this.execute(
        `select workspace_id, id, content, source_name, source_url from suggestions
         where (workspace_id, id) > (?, ?) order by workspace_id, id limit ${BATCH}`,
        [workspace, id],
      );
      for (const kept of z.array(Kept).parse(rows)) {
        [workspace, id] = [kept.workspace_id, kept.id];
        const key = sourceKeyOf(kept.source_name);
        await this.execute('update suggestions set source_key = ?, document = ? where workspace_id = ? and id = ?', [
          key,
          documentOf(key, kept.source_url),
          workspace,
          id,
        ]);
        for (const each of fingerprintOf(kept.content).keys) {
          const values = [workspace, each, key, id];
          await this.execute('insert into suggestion_keys values (?, ?, ?, ?) on conflict do nothing', values);
        }
      }
      if (rows.length < BATCH) return;
    }
  }
}
