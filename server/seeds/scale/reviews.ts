import { scatter } from './statements.ts';

/**
 * $1 workspace, $2 now. Who wrote the working copies, a trainer of the department where it has one, and what the review
 * queue shows: most of it has waited for days, some for weeks, and a sixth is claimed.
 */
export const AUTHORS = `
with numbered as (
  select m.id, m.created_at, c.department_id, m.workflow = 'in_review' as in_review,
    row_number() over (order by m.created_at, m.id) as n
  from modules m join courses c on c.workspace_id = $1::uuid and c.id = m.course_id
  where m.workspace_id = $1::uuid and m.workflow is not null
), trainers as materialized (
  select id, full_name, department_id, row_number() over of_department - 1 as rank, count(*) over (partition by department_id) as total
  from users where workspace_id = $1::uuid and role = 'trainer' and is_active
  window of_department as (partition by department_id order by id)
), reviewers as materialized (
  select id, full_name, row_number() over (order by id) - 1 as rank, count(*) over () as total
  from users where workspace_id = $1::uuid and role in ('content_manager', 'super_admin') and is_active
), written as materialized (
  select n.id, n.in_review, t.id as author, t.full_name as author_name, r.id as reviewer, r.full_name as reviewer_name,
    greatest(n.created_at, $2::timestamptz - interval '45 days' * (${scatter('n.n', 1009)} / 1009.0) ^ 2) as submitted_at
  from numbered n
  left join trainers t on t.department_id = n.department_id and t.rank = n.n % t.total
  left join reviewers r on n.in_review and n.n % 6 = 0 and r.rank = n.n / 6 % r.total
), changed as (
  update modules m set created_by = coalesce(m.created_by, w.author),
    submitted_by_name = case when m.round > 0 then coalesce(w.author_name, 'Trainer') end,
    submitted_at = case when w.in_review then w.submitted_at else m.submitted_at end,
    claimed_by = w.reviewer, claimed_by_name = w.reviewer_name,
    claimed_at = case when w.reviewer is not null then w.submitted_at + ($2::timestamptz - w.submitted_at) / 2 end
  from written w where m.workspace_id = $1::uuid and m.id = w.id
  returning m.id, m.cycle, w.author
)
insert into module_contributors (workspace_id, module_id, cycle, user_id)
select $1::uuid, id, cycle, author from changed where author is not null
on conflict do nothing`;
