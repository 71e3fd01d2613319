import { Migration } from '@mikro-orm/migrations';

/** Jobs that make another card or question, to stand in the place of one in the result of another job. */
export class OthersOfItems extends Migration {
  override up(): void {
    this.addSql(`
alter table ai_jobs
  add column destination_item integer,
  drop constraint ai_jobs_destination_kind_check,
  add constraint ai_jobs_destination_kind_check check (destination_kind in ('module', 'answer', 'drive_file', 'ai_job')),
  add constraint ai_jobs_destination_item check
    ((destination_item is not null) = (destination_kind is not distinct from 'ai_job'));
create index ai_jobs_of_ai_jobs on ai_jobs (workspace_id, destination_id) where destination_kind = 'ai_job';
`);
  }
}
