-- The text of a jsonb is canonical: its keys are sorted. Wrapped because convert_to alone counts as changeable.
create or replace function content_hash(items jsonb) returns text language sql immutable strict parallel safe
return encode(sha256(convert_to(items::text, 'UTF8')), 'hex');
