import { Migration } from '@mikro-orm/migrations';

/** Records which parts of a job's source a model read from pictures. */
export class ScannedRanges extends Migration {
  override up(): void {
    this.addSql(`alter table ai_jobs add column scanned_ranges jsonb,
      add constraint ai_jobs_scanned_ranges check (jsonb_typeof(scanned_ranges) = 'array')`);
  }
}
