import { DEFAULT_ATTEMPT_SETTINGS } from '@training/shared/courses/courses';

/** SQL for the maximum number of attempts in JSON settings; older settings lack it. */
export const maxAttemptsSql = <const Settings extends string>(settings: Settings) =>
  `coalesce((${settings} ->> 'max_attempts')::integer, ${DEFAULT_ATTEMPT_SETTINGS.max_attempts})` as const;

/** SQL for when solutions are shown, in JSON settings; older settings lack it. */
export const showSolutionsSettingSql = <const Settings extends string>(settings: Settings) =>
  `coalesce(${settings} ->> 'show_solutions', '${DEFAULT_ATTEMPT_SETTINGS.show_solutions}')` as const;

/** SQL for the number of questions that an attempt draws, in JSON settings; null for all of them. */
export const questionsPerAttemptSql = <const Settings extends string>(settings: Settings) =>
  `(${settings} ->> 'questions_per_attempt')::integer` as const;

/** SQL for the topics with a pass score of their own, in JSON settings; older settings lack them. */
export const topicPassScoresSql = <const Settings extends string>(settings: Settings) =>
  `coalesce(${settings} -> 'topic_scores', '${JSON.stringify(DEFAULT_ATTEMPT_SETTINGS.topic_scores) as '[]'}')` as const;

/** SQL for the number of questions that an attempt at the revision `r` asks. */
export const attemptQuestionCountSql = <const R extends string>(r: R) =>
  `least(${questionsPerAttemptSql(`${r}.settings`)}, ${r}.questions)` as const;

/**
 * SQL join `limits`: the allowed and used attempts of cycle `e`, which studies revision `r`. An attempt that continued
 * on a newer revision counts only there.
 */
export const joinAllowedAndUsedAttemptsSql = <const E extends string, const R extends string>(e: E, r: R) =>
  `
cross join lateral (
  select ${maxAttemptsSql(`${r}.settings`)} + coalesce(${e}.more_attempts, 0) as allowed,
    (count(*) filter (where x.state in ('failed', 'open', 'waiting')))::integer as used,
    coalesce(bool_or(x.state in ('open', 'waiting')), false) as going_on,
    coalesce(bool_or(x.state = 'passed' and x.revision_id = ${e}.revision_id), false) as passed
  from attempts x where x.workspace_id = :workspaceId and x.enrollment_id = ${e}.id
) limits` as const;
