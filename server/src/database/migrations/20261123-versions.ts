import { Migration } from '@mikro-orm/migrations';

/** Whoever changes title and the like names what they began from, so that nobody overwrites what they have not seen. */
export class Versions extends Migration {
  override up(): void {
    this.addSql(`
-- The revision of the catalog is bumped when a transaction ends; no table is altered while that is pending.
set constraints all immediate;

alter table modules add column settings_version integer not null default 1;
alter table courses add column version integer not null default 1;

-- What is live has a pass score of four decimals; what is still to be approved must be able to become that.
update modules set working = jsonb_set(working, '{pass_score}', to_jsonb(round((working -> 'pass_score')::numeric, 4)))
where scale((working -> 'pass_score')::numeric) > 4;
update review_rounds r
set settings = jsonb_set(r.settings, '{pass_score}', to_jsonb(round((r.settings -> 'pass_score')::numeric, 4)))
from modules m
where m.workspace_id = r.workspace_id and m.id = r.module_id and m.round = r.round
  and m.workflow in ('in_review', 'changes_requested') and scale((r.settings -> 'pass_score')::numeric) > 4;
`);
  }
}
