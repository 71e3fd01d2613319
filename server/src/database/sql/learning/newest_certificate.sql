-- The certificate of a person for a module: certified, and until when, null for ever.
create or replace function newest_certificate(workspace uuid, person uuid, module uuid)
returns table (certified boolean, until timestamptz) language sql stable as $$
select count(*) > 0, case when (array_agg(e.expires_at order by e.cycle desc))[1] is not null then max(e.expires_at) end
from enrollments e
where e.workspace_id = workspace and e.user_id = person and e.module_id = module and e.completed_at is not null
$$;
