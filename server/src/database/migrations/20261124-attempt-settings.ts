import { Migration } from '@mikro-orm/migrations';

/** Attempts are limited and drawn, and a card needs a second on screen (rules/learning 8, 9). */
export class AttemptSettings extends Migration {
  override up(): void {
    this.addSql(`
-- The revision of the catalog is bumped when a transaction ends; no table is altered while that is pending.
set constraints all immediate;

alter table modules
  add column max_attempts integer not null default 3 check (max_attempts between 1 and 100),
  add column show_solutions text not null default 'at_end' check (show_solutions in ('with_answer', 'at_end', 'never'));

-- What the order of questions and options follows from; null for attempts that show them as they were written.
alter table attempts add column draw text;

alter table enrollments
  -- Attempts beside those of the module's settings.
  add column more_attempts integer not null default 0 check (more_attempts >= 0),
  add column out_of_attempts boolean not null default false,
  add column card_on_screen uuid,
  add column card_shown_at timestamptz(3);
create index enrollments_out_of_attempts on enrollments (workspace_id, id) where out_of_attempts;

-- Attempts of before there was a limit use none up.
update enrollments e set more_attempts = f.failed
from (
  select workspace_id, enrollment_id, count(*) as failed from attempts where state = 'failed' group by 1, 2
) f
where e.workspace_id = f.workspace_id and e.id = f.enrollment_id and e.completed_at is null;
`);
  }
}
