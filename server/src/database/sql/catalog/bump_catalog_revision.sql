create or replace function bump_catalog_revision() returns trigger language plpgsql as $$
declare
  workspace uuid := case when tg_op = 'DELETE' then old.workspace_id else new.workspace_id end;
begin
  if current_setting('training.bumped', true) is distinct from workspace::text then
    update catalog_revisions set revision = gen_random_uuid() where workspace_id = workspace;
    perform set_config('training.bumped', workspace::text, true);
  end if;
  return null;
end $$;
