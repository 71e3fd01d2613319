-- What a learner sees of a card or question: where it comes from is not shown to them.
create or replace function item_hash(item jsonb) returns text language sql immutable strict parallel safe
return content_hash(item - 'source');
