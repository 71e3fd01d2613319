import { showSolutions } from '../courses/attempt-settings.ts';

/** Whether the cycle of `limits` can have no other attempt, though its quiz is not passed. */
export const OUT_OF_ATTEMPTS = `(not limits.going_on and not limits.passed and limits.used >= limits.allowed)` as const;

/**
 * Whether the solutions of the attempt `a` at the revision `t` are shown, in the cycle `e` with its `limits`. That no
 * attempt is left counts only where no other cycle gives new ones: what was withdrawn goes on as it was.
 */
export const SHOWS_SOLUTIONS = `case ${showSolutions('t.settings')}
  when 'with_answer' then true
  when 'never' then false
  else e.completed_at is not null or a.state = 'passed' or limits.passed or (${OUT_OF_ATTEMPTS}
    and e.waived_at is null and (e.is_current or e.withdrawn_at is not null)) end` as const;

/** What draws the order of the next attempt of the person `e.user_id` at their module, as text. */
export const nextDraw = <const Person extends string, const Module extends string>(person: Person, module: Module) =>
  `md5(concat_ws('/', ${person}, ${module}, (
    select count(*) from attempts x
    join enrollments y on y.workspace_id = :workspaceId and y.id = x.enrollment_id
    where x.workspace_id = :workspaceId and y.user_id = ${person} and y.module_id = ${module})))` as const;
