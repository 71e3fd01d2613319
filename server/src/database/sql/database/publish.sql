create or replace function publish(topic text) returns void language plpgsql as $$
begin
  insert into changed_topics (topic) values (publish.topic);
end $$;
