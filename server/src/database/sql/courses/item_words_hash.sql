-- An item as it reads, whatever it is called and wherever it says that it comes from.
create or replace function item_words_hash(item jsonb) returns bytea language sql immutable parallel safe
  return sha256(convert_to((item - 'id' - 'source')::text, 'UTF8'));
