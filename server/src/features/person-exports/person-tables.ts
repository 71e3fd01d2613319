import { LEASED_UNTIL_COLUMN } from '../../platform/queue/lease.ts';

/** A table with rows about a person. */
type PersonTable = {
  /** Columns of the primary key without the workspace, in order. */
  key: readonly string[];
  /** SQL condition that a row `t` is about the person `:personId`. */
  about: string;
  /** Columns that are left out: secrets, hashes of secrets, and content that isn't about the person. */
  without?: readonly string[];
  /** Columns that are empty unless a condition holds, because they are about others. */
  ofOthers?: { columns: readonly string[]; unless: string }[];
};

const byId = (about: string, without?: readonly string[]): PersonTable => ({
  key: ['id'],
  about,
  ...(without && { without }),
});

/** Cycles, attempts and answers of the person. */
const ENROLLMENTS = `select e.id from enrollments e where e.workspace_id = :workspaceId and e.user_id = :personId`;
const ATTEMPTS = `select a.id from attempts a where a.workspace_id = :workspaceId and a.enrollment_id in (${ENROLLMENTS})`;
const ANSWERS = `select n.id from answers n where n.workspace_id = :workspaceId and n.attempt_id in (${ATTEMPTS})`;
const ATTESTED = `select c.id from attested_completions c where c.workspace_id = :workspaceId and c.user_id = :personId`;
const DOCUMENTS = `select c.file_id from attested_completions c where c.workspace_id = :workspaceId and c.user_id = :personId`;

/** Columns of every table that say nothing about a person: the workspace, and which server works on a row. */
export const NON_PERSONAL_COLUMNS = ['workspace_id', 'lease_id', LEASED_UNTIL_COLUMN];

/**
 * The tables of a person's export, by name. A test compares them with the database: a table is here, or in the test's
 * list of those without people.
 */
export const PERSON_TABLES: Readonly<Record<string, PersonTable>> = {
  users: byId('t.id = :personId'),
  user_managers: { key: ['user_id', 'number'], about: 't.user_id = :personId' },
  scim_people: { key: ['connection_id', 'id'], about: 't.id = :personId' },
  scim_group_members: { key: ['connection_id', 'group_id', 'person_id'], about: 't.person_id = :personId' },
  user_sign_ins: { key: ['user_id'], about: 't.user_id = :personId' },
  user_pins: byId('t.id = :personId', ['sealed', 'key_id']),
  sign_in_codes: { key: ['user_id'], about: 't.user_id = :personId', without: ['hash'] },
  shared_devices: byId('t.manager_id = :personId', ['code_hash', 'token_hash']),
  shifts: { key: ['user_id', 'starts_at'], about: 't.user_id = :personId' },
  invitations: byId('t.user_id = :personId'),
  mail_failures: { key: ['user_id'], about: 't.user_id = :personId' },
  notifications: byId('t.recipient_id = :personId'),
  notification_unsubscribes: { key: ['user_id', 'category'], about: 't.user_id = :personId' },
  set_up_put_away: { key: ['user_id'], about: 't.user_id = :personId' },
  // What they learned.
  enrollments: byId('t.user_id = :personId'),
  assignment_enrollments: { key: ['enrollment_id', 'assignment_id'], about: `t.enrollment_id in (${ENROLLMENTS})` },
  seen_cards: { key: ['enrollment_id', 'card_id', 'item_hash'], about: `t.enrollment_id in (${ENROLLMENTS})` },
  attempts: byId(`t.enrollment_id in (${ENROLLMENTS})`),
  answers: byId(`t.attempt_id in (${ATTEMPTS})`),
  spoken_answers: { key: ['answer_id'], about: `t.answer_id in (${ANSWERS})` },
  recordings: byId('t.user_id = :personId'),
  grades: {
    key: ['answer_id', 'number'],
    about: `(t.answer_id in (${ANSWERS}) or t.by_id = :personId)`,
    ofOthers: [{ columns: ['criteria'], unless: `t.answer_id in (${ANSWERS})` }],
  },
  appeals: {
    key: ['answer_id', 'number'],
    about: `(t.answer_id in (${ANSWERS}) or t.decided_by_id = :personId)`,
    ofOthers: [{ columns: ['words'], unless: `t.answer_id in (${ANSWERS})` }],
  },
  grade_checks: byId(`(t.answer_id in (${ANSWERS}) or t.checked_by_id = :personId)`),
  module_feedback: { key: ['enrollment_id'], about: `t.enrollment_id in (${ENROLLMENTS})` },
  completion_evidence: { key: ['enrollment_id', 'number'], about: `t.enrollment_id in (${ENROLLMENTS})` },
  media_pieces: byId('t.created_by = :personId'),
  path_completions: byId('t.user_id = :personId'),
  attested_completions: byId('t.user_id = :personId'),
  attested_evidence: { key: ['attested_id', 'number'], about: `t.attested_id in (${ATTESTED})` },
  attested_files: byId(`(t.created_by = :personId or t.id in (${DOCUMENTS}))`),
  // What they did. The content itself is the workspace's.
  assignments: byId('(t.user_id = :personId or t.created_by = :personId)'),
  modules: byId('(t.created_by = :personId or t.claimed_by = :personId)', ['working']),
  module_contributors: { key: ['module_id', 'cycle', 'user_id'], about: 't.user_id = :personId' },
  sections: byId('t.saved_by = :personId', ['items']),
  section_proposals: byId('t.created_by = :personId', ['items']),
  item_translations: {
    key: ['module_id', 'language', 'part', 'item_id', 'source_hash'],
    about: 't.contributors @> array[:personId::uuid]',
    without: ['source', 'texts', 'contributors'],
  },
  approved_translations: {
    key: ['module_id', 'language', 'part', 'item_id', 'source_hash', 'number'],
    about: 't.approved_by = :personId',
    without: ['source', 'texts'],
  },
  review_rounds: byId('t.submitted_by = :personId', ['flashcards', 'quiz']),
  review_decisions: byId('t.by_id = :personId'),
  review_comments: byId('t.author_id = :personId'),
  review_views: { key: ['module_id', 'reviewer_id', 'round'], about: 't.reviewer_id = :personId' },
  ai_files: byId('t.created_by = :personId'),
  ai_jobs: byId('t.created_by = :personId', [
    'input',
    'work',
    'result',
    'source_text',
    'source_hash',
    'scanned_ranges',
  ]),
  api_tokens: byId('t.created_by = :personId', ['hash']),
  webhook_endpoints: byId('t.created_by = :personId'),
  drive_connections: byId('t.connected_by = :personId', ['sealed', 'key_id']),
  // Everything that they did, or that was done to them.
  audit_events: {
    key: ['at', 'id'],
    about: '(t.actor_id = :personId or t.subject_id = :personId)',
    ofOthers: [
      { columns: ['ip', 'request_id'], unless: 't.actor_id = :personId' },
      { columns: ['changes', 'subject_name'], unless: `t.subject_id = :personId or t.subject_kind <> 'user'` },
    ],
  },
};
