create or replace function applies_to(rule assignments, person users) returns boolean language sql immutable parallel safe
return rule.ended_at is null and person.role <> 'auditor' and coalesce(case rule.audience
  when 'user' then rule.user_id = person.id
  when 'department' then rule.department_id = person.department_id
  else rule.role = person.role end, false);
