import { Migration } from '@mikro-orm/migrations';

/**
 * A claim is planned anew each time: a connection would keep the plan that it made while there were no jobs, which
 * reads the whole table when there are many.
 */
export class ClaimPlans extends Migration {
  override up(): void {
    this.addSql(`
alter function claim_ai_job(integer, interval) set plan_cache_mode = force_custom_plan;
alter function claim_ai_job(integer, interval) set enable_seqscan = off;
`);
  }
}
