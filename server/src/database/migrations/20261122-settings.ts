import { Migration } from '@mikro-orm/migrations';

/** Title, validity and pass score are reviewed and published with the sections (rules/courses-and-modules 6). */
export class Settings extends Migration {
  override up(): void {
    this.addSql(`
-- The revision of the catalog is bumped when a transaction ends; no table is altered while that is pending.
set constraints all immediate;

-- What the working copy of a live module will bring besides its sections: title, validity_days, pass_score.
alter table modules add column working jsonb;
update modules set working = jsonb_build_object('title', working_title) where working_title is not null;
alter table modules drop column working_title;

alter table module_revisions add column settings jsonb;
alter table module_revisions disable trigger module_revisions_are_immutable;
update module_revisions r
set settings = jsonb_build_object('validity_days', m.validity_days, 'pass_score', m.pass_score)
from modules m where m.workspace_id = r.workspace_id and m.id = r.module_id;
alter table module_revisions enable trigger module_revisions_are_immutable;
alter table module_revisions alter column settings set not null;

alter table review_rounds add column settings jsonb;
update review_rounds r
set settings = jsonb_build_object('validity_days', m.validity_days, 'pass_score', m.pass_score)
from modules m where m.workspace_id = r.workspace_id and m.id = r.module_id;
alter table review_rounds alter column settings set not null;

-- What was under review before there were rounds is in its first.
with begun as (
  update modules set round = 1, submitted_at = updated_at, submitted_by_name = 'Workspace'
  where workflow in ('in_review', 'changes_requested', 'rejected') and round = 0
  returning *
)
insert into review_rounds
  (workspace_id, id, module_id, cycle, round, title, settings, flashcards, quiz, submitted_by_name, submitted_at)
select m.workspace_id, gen_random_uuid(), m.id, m.cycle, m.round, m.title,
  jsonb_build_object('validity_days', m.validity_days, 'pass_score', m.pass_score), f.items, q.items, m.submitted_by_name,
  m.submitted_at
from begun m
join sections f on f.workspace_id = m.workspace_id and f.module_id = m.id and f.kind = 'flashcards'
join sections q on q.workspace_id = m.workspace_id and q.module_id = m.id and q.kind = 'quiz';

drop index modules_in_review;
create index modules_in_review on modules (workspace_id, submitted_at, id) include (claimed_by)
  where workflow = 'in_review' and status <> 'archived';
`);
  }
}
