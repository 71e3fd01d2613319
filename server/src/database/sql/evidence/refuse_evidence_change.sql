create or replace function refuse_evidence_change() returns trigger language plpgsql as $$
begin
  raise exception 'evidence is only appended to';
end $$;
