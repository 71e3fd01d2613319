create or replace function new_id(at timestamptz) returns uuid language sql volatile parallel safe
return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
  || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid;
