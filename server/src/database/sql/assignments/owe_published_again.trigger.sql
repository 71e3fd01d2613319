drop trigger if exists owe_published_again on modules;
create trigger owe_published_again after update on modules for each row
  when (new.status = 'published' and old.status <> 'published') execute function owe_published_again();
