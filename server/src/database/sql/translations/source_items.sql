-- The items of a revision that are translated: its title, with the module's id, its cards and its questions. The hash
-- covers what a learner sees, and which answer is right.
create or replace function source_items(module_id uuid, title text, flashcards jsonb, quiz jsonb)
returns table (part text, item_id uuid, source jsonb, source_hash text, place bigint)
language sql immutable parallel safe rows 20 as $$
  select 'title', module_id, jsonb_build_object('title', title),
    content_hash(jsonb_build_object('title', title)), 0::bigint
  union all
  select 'flashcards', (item ->> 'id')::uuid, item - 'source', item_hash(item), place
  from jsonb_array_elements(flashcards) with ordinality as cards (item, place)
  union all
  select 'quiz', (item ->> 'id')::uuid, item - 'source' - 'topic', item_hash(item), place
  from jsonb_array_elements(quiz) with ordinality as questions (item, place)
$$;
