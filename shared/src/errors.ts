import { z } from 'zod';

/**
 * Every error that the server answers with: its HTTP status and its title (rules/api 4).
 * The code is stable and meant for programs; the title says what kind of thing went wrong.
 */
export const ERRORS = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  malformed_json: { status: 400, title: 'The body is not JSON' },
  department_required: { status: 400, title: 'A trainer needs a department' },
  provider_key_rejected: { status: 400, title: 'The provider does not accept the key' },
  webhook_address_refused: { status: 400, title: 'Events may not be sent to that address' },
  webhook_check_failed: { status: 400, title: 'The webhook did not take the test' },
  document_unreadable: { status: 400, title: 'The document cannot be read' },
  incomplete: { status: 400, title: 'Something is missing before it can be submitted' },
  reason_required: { status: 400, title: 'A reason is needed' },
  link_invalid: { status: 400, title: 'The sign-in link is not valid any more' },
  token_missing: { status: 401, title: 'No API token was sent' },
  token_invalid: { status: 401, title: 'The API token is not valid' },
  not_signed_in: { status: 401, title: 'You are not signed in' },
  insufficient_scope: { status: 403, title: 'The API token lacks a scope' },
  forbidden: { status: 403, title: 'Your role does not allow this' },
  not_a_member: { status: 403, title: 'You are not an active member of this workspace' },
  origin_refused: { status: 403, title: 'The request comes from another site' },
  self_review: { status: 403, title: 'Nobody reviews their own work' },
  self_grading: { status: 403, title: 'Nobody grades themselves' },
  role_not_assignable: { status: 403, title: 'An API token may not change super admins' },
  route_not_found: { status: 404, title: 'There is no such address' },
  workspace_not_found: { status: 404, title: 'There is no such workspace' },
  user_not_found: { status: 404, title: 'There is no such user in this workspace' },
  department_not_found: { status: 404, title: 'There is no such department in this workspace' },
  course_not_found: { status: 404, title: 'There is no such course in this workspace' },
  module_not_found: { status: 404, title: 'There is no such module in this workspace' },
  assignment_not_found: { status: 404, title: 'There is no such assignment in this workspace' },
  suggestion_not_found: { status: 404, title: 'There is no such suggestion in this workspace' },
  token_not_found: { status: 404, title: 'There is no such API token in this workspace' },
  comment_not_found: { status: 404, title: 'There is no such comment in this workspace' },
  proposal_not_found: { status: 404, title: 'There is no such proposal in this workspace' },
  provider_key_not_found: { status: 404, title: 'There is no such provider key in this workspace' },
  chat_not_found: { status: 404, title: 'There is no such chat channel in this workspace' },
  webhook_not_found: { status: 404, title: 'There is no such webhook in this workspace' },
  delivery_not_found: { status: 404, title: 'The webhook has no such delivery' },
  file_not_found: { status: 404, title: 'There is no such file in this workspace' },
  completion_not_found: { status: 404, title: 'There is no such completed training in this workspace' },
  ai_job_not_found: { status: 404, title: 'There is no such AI job in this workspace' },
  enrollment_not_found: { status: 404, title: 'You are not studying that' },
  attempt_not_found: { status: 404, title: 'You have no such attempt' },
  question_not_found: { status: 404, title: 'The attempt has no such question' },
  answer_not_found: { status: 404, title: 'There is no such answer' },
  recording_not_found: { status: 404, title: 'There is no such recording' },
  notification_not_found: { status: 404, title: 'There is no such notification for you' },
  method_not_allowed: { status: 405, title: 'This address does not take that method' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  workspace_slug_taken: { status: 409, title: 'A workspace has that slug already' },
  workspace_not_empty: { status: 409, title: 'The workspace holds data already' },
  user_inactive: { status: 409, title: 'The user is inactive' },
  last_super_admin: { status: 409, title: 'A workspace keeps at least one active super admin' },
  token_limit_reached: {
    status: 409,
    title: 'The workspace has as many active API tokens as it may have',
  },
  department_name_taken: { status: 409, title: 'A department of that name exists already' },
  department_in_use: { status: 409, title: 'The department is still in use' },
  suggestion_not_pending: { status: 409, title: 'The suggestion is no longer waiting' },
  suggestion_page_waiting: { status: 409, title: 'Another text of the same page is waiting in that department' },
  suggestion_not_dismissed: { status: 409, title: 'The suggestion is not dismissed' },
  module_state: { status: 409, title: 'The module does not stand where this is possible' },
  stale_revision: { status: 409, title: 'The content is not what was looked at any more' },
  nothing_changed: { status: 409, title: 'A queried section was neither changed nor answered' },
  assignment_ended: { status: 409, title: 'The assignment has ended' },
  enrollment_closed: { status: 409, title: 'The training is completed, waived or taken back already' },
  already_claimed: { status: 409, title: 'Somebody else has claimed the review' },
  stale_version: { status: 409, title: 'Somebody else has changed it meanwhile' },
  provider_key_exists: { status: 409, title: 'The capability has a key of its own already' },
  chat_exists: { status: 409, title: 'The workspace has a chat channel already' },
  webhook_limit_reached: { status: 409, title: 'The workspace has as many webhooks as it may have' },
  provider_key_failed: { status: 409, title: 'The workspace’s own provider key does not work' },
  ai_not_configured: { status: 409, title: 'The AI feature is not available: there is no provider key' },
  ai_budget_exhausted: { status: 409, title: 'The workspace has spent what it may on pooled AI keys this month' },
  ai_model_unpriced: { status: 409, title: 'The pooled AI model has no price' },
  storage_full: { status: 409, title: 'The workspace stores as much as it may' },
  ai_job_expired: { status: 409, title: 'The AI job has waited too long' },
  ai_job_finished: { status: 409, title: 'The AI job has ended already' },
  module_not_published: { status: 409, title: 'The module is not published at the moment' },
  not_started: { status: 409, title: 'The module has not been started' },
  cycle_closed: { status: 409, title: 'The module is not to be studied in this cycle any more' },
  cycle_completed: { status: 409, title: 'The module has been completed' },
  revision_outdated: { status: 409, title: 'A newer revision has taken the place of what was begun' },
  attempt_ended: { status: 409, title: 'The attempt has ended' },
  answered_already: { status: 409, title: 'The question has been answered already' },
  answer_not_waiting: { status: 409, title: 'The answer does not stand where this is possible' },
  appealed_already: { status: 409, title: 'The grade has been appealed already' },
  idempotency_key_in_progress: {
    status: 409,
    title: 'A request with this Idempotency-Key is under way',
  },
  body_too_large: { status: 413, title: 'The body is too large' },
  file_too_large: { status: 413, title: 'The file is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be JSON' },
  unsupported_file: { status: 415, title: 'Files of this kind cannot be read' },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
  },
  content_locked: { status: 423, title: 'The content is locked during review' },
  rate_limited: { status: 429, title: 'Too many requests' },
  ai_provider_failed: { status: 502, title: 'The AI provider did not answer as it should' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  busy: { status: 503, title: 'Too much is asked at the moment' },
  unavailable: { status: 503, title: 'The service is not available for the moment' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One thing that is wrong with a request: where (`modules.0.title`), a code, and what to do. */
export const FieldError = z
  .strictObject({ path: z.string(), code: z.string(), message: z.string() })
  .meta({ id: 'FieldError' });
export type FieldError = z.infer<typeof FieldError>;

/** The body of every error, `application/problem+json` (RFC 9457). */
export const Problem = z
  .object({
    type: z.string().describe('A link to what the code means.'),
    title: z.string().describe('What kind of thing went wrong; the same for every error of this code.'),
    status: z.int().min(400).max(599),
    detail: z.string().describe('What went wrong this time, and what to do.'),
    instance: z.string().describe('The path of the request.'),
    code: z.string().describe('Stable and meant for programs.'),
    request_id: z.string().describe('Name it when you ask for help: the server’s log has it too.'),
    errors: z.array(FieldError).optional().describe('On 400: each thing that is wrong.'),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;
