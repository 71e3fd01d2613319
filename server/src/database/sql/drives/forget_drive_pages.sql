-- Nothing is joined here: a plan from when few files had changed would compare each with each.
create or replace function forget_drive_pages() returns trigger language plpgsql as $$
declare
  changed uuid[];
begin
  select array_agg(id) into changed from (
    select id from (
      select id, seen_as, state, false as is_new from drive_files_before
      union all
      select id, seen_as, state, true from drive_files_after
    ) each
    group by id
    having min(seen_as) filter (where is_new) is distinct from min(seen_as) filter (where not is_new)
      or min(state) filter (where is_new) <> min(state) filter (where not is_new)
        and min(state) filter (where is_new) in ('failed', 'out_of_scope', 'trashed', 'gone', 'unreadable')
  ) differing;
  if changed is null then
    return null;
  end if;
  -- What is asked whether it is true is looked up in a hash, however the statement is planned.
  update drive_pages p set digest = null
  from (select distinct workspace_id, connection_id, folder from drive_files_before b, unnest(b.parent_ids) folder
    where (b.id in (select unnest(changed))) is true) c
  where p.workspace_id = c.workspace_id and p.connection_id = c.connection_id and p.provider_id = c.folder
    and p.digest is not null
    and exists (select from unnest(p.files) on_page (id) where (on_page.id in (select unnest(changed))) is true);
  return null;
end $$;
