import { Migration } from '@mikro-orm/migrations';

/** Which job made a proposal, and a question that sweeps over all workspaces ask before they reckon in a time zone. */
export class KnownTimeZones extends Migration {
  override up(): void {
    this.addSql(`
-- A server with other time zone data, or a dump restored elsewhere, can lack a zone that was there when it was chosen.
create function is_time_zone(zone text) returns boolean language plpgsql stable strict as $$
begin
  perform now() at time zone zone;
  return true;
exception when invalid_parameter_value then
  return false;
end $$;

-- Null of what was proposed before this was recorded.
alter table section_proposals add column job_id uuid;
`);
  }
}
