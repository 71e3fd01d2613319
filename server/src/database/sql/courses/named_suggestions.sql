-- The suggestions that cards and questions name as their source, each once.
create or replace function named_suggestions(flashcards jsonb, quiz jsonb) returns text[] language sql immutable strict parallel safe
return array(
  select distinct item #>> '{source,suggestion_id}' from jsonb_array_elements(flashcards || quiz) item
  where item #>> '{source,suggestion_id}' is not null);
