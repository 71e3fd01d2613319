import { Migration } from '@mikro-orm/migrations';

/**
 * A completion names the attempt that passed: a grade that is changed later may fail that attempt, and take nothing
 * back.
 */
export class PassingAttempts extends Migration {
  override up(): void {
    this.addSql(`
-- The attempt that was passed when the cycle was completed; null where nothing was asked.
alter table enrollments add column passed_attempt_id uuid,
  add foreign key (workspace_id, passed_attempt_id) references attempts;
update enrollments e set passed_attempt_id = (
  select a.id from attempts a
  where a.workspace_id = e.workspace_id and a.enrollment_id = e.id and a.state in ('passed', 'failed')
  order by a.state = 'passed' desc, (a.revision_id is not distinct from e.revision_id) desc, a.number desc limit 1)
where e.completed_at is not null
  and exists (select from attempts a where a.workspace_id = e.workspace_id and a.enrollment_id = e.id);
`);
  }
}
