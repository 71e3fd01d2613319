import { Migration } from '@mikro-orm/migrations';

/** A job says what kind of thing takes its result, and which one, so that more than modules can. */
export class AiDestinations extends Migration {
  override up(): void {
    this.addSql(`
alter table ai_jobs
  add column destination_kind text check (destination_kind in ('module')),
  add column destination_id uuid,
  add constraint ai_jobs_destination check ((destination_kind is null) = (destination_id is null));
update ai_jobs set destination_kind = 'module', destination_id = module_id where module_id is not null;
alter table ai_jobs drop column module_id;
`);
  }
}
