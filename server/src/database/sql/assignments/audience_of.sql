-- Each way in by its own index.
create or replace function audience_of(rule assignments) returns setof users language sql stable as $$
select u.* from users u where u.workspace_id = rule.workspace_id and u.id = rule.user_id and applies_to(rule, u)
union all
select u.* from users u
where u.workspace_id = rule.workspace_id and u.department_id = rule.department_id and applies_to(rule, u)
union all
select u.* from users u where u.workspace_id = rule.workspace_id and u.role = rule.role and applies_to(rule, u)
$$;
