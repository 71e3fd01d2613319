-- Long connections are a queue. The leases of instances end here: each is claimed anew.
alter table drive_sockets drop column holder, alter column leased_until drop not null, add column lease_id uuid,
  add column due_at timestamptz(3) default now();
update drive_sockets set leased_until = null, connected_at = null;

alter table drive_walks rename to drive_crawls;
alter table drive_walk_folders rename to drive_crawl_folders;
alter table drive_walk_seen rename to drive_crawl_seen;
alter table drive_walk_missing rename to drive_crawl_missing;
alter table drive_logs rename to drive_change_feeds;
alter table drive_findings rename to drive_file_changes;
alter table drive_sockets rename to lark_connections;
alter table assignment_upkeep rename to assignment_maintenance;

-- Constraints, indexes and triggers follow their tables. Some indexes belong to a constraint, and follow it.
do $$
declare
  old text;
  found record;
  names constant text[] := array['drive_walk', 'drive_crawl', 'drive_logs', 'drive_change_feeds', 'drive_findings',
    'drive_file_changes', 'drive_sockets', 'lark_connections', 'assignment_upkeep', 'assignment_maintenance',
    'walk_id', 'crawl_id'];
begin
  for found in select attrelid::regclass as place from pg_attribute join pg_class c on c.oid = attrelid
      where attname = 'walk_id' and c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace loop
    execute format('alter table %s rename column walk_id to crawl_id', found.place);
  end loop;
  for at in 1 .. array_length(names, 1) by 2 loop
    old := names[at];
    for found in select conrelid::regclass as place, conname as name from pg_constraint
        where connamespace = current_schema()::regnamespace and strpos(conname, old) > 0 and conparentid = 0 loop
      execute format('alter table %s rename constraint %I to %I', found.place, found.name,
        replace(found.name, old, names[at + 1]));
    end loop;
    for found in select relname as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'i' and strpos(relname, old) > 0 loop
      execute format('alter index %I rename to %I', found.name, replace(found.name, old, names[at + 1]));
    end loop;
  end loop;
end $$;
