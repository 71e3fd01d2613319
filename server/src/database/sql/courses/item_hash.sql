-- What a learner sees of a card or question: where it comes from and the topic are not shown with it.
create or replace function item_hash(item jsonb) returns text language sql immutable strict parallel safe
return content_hash(item - 'source' - 'topic');
