-- Who is deactivated has no picture anymore; its file goes as media that nothing names (rules/users 26).
create or replace function remove_picture() returns trigger language plpgsql as $$
begin
  new.picture := null;
  return new;
end $$;
