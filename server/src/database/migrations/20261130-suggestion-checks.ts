import { Migration } from '@mikro-orm/migrations';

/**
 * What refers to a suggestion has its foreign key checked by a query that each connection keeps a plan of. One made
 * while there were few suggestions may look for all of the workspace, in another index than that of their keys.
 */
export class SuggestionChecks extends Migration {
  override up(): void {
    this.addSql(`
-- Until the transaction ends, which is soon: few rows refer to a suggestion.
create function plan_checks_anew() returns trigger language plpgsql as $$
begin
  perform set_config('plan_cache_mode', 'force_custom_plan', true);
  return new;
end $$;
create trigger plan_checks_anew before insert or update of duplicate_of, superseded_by on suggestions
  for each row when (new.duplicate_of is not null or new.superseded_by is not null) execute function plan_checks_anew();
create trigger plan_checks_anew before insert or update of suggestion_id on modules
  for each row when (new.suggestion_id is not null) execute function plan_checks_anew();
`);
  }
}
