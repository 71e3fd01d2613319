CREATE SCHEMA directory;

CREATE TYPE planned_assignment AS (
	assignment_id uuid,
	module_id uuid,
	user_id uuid,
	outcome text,
	enrollment_id uuid,
	cycles integer,
	withdrawn_id uuid,
	due_on date,
	renewal boolean
);

CREATE DOMAIN sealed_secret AS bytea
	CONSTRAINT sealed_secret_form CHECK (((octet_length(VALUE) >= 29) AND (SUBSTRING(VALUE FROM 1 FOR 1) = ANY (ARRAY['\x01'::bytea, '\x02'::bytea]))));

CREATE TABLE assignments (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    module_id uuid NOT NULL,
    audience text NOT NULL,
    user_id uuid,
    department_id uuid,
    role text,
    due_on date,
    due_days integer,
    joiners boolean NOT NULL,
    again boolean NOT NULL,
    window_days integer NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    created_by uuid,
    created_by_name text NOT NULL,
    ended_at timestamp(3) with time zone,
    ended_by_name text,
    request_id uuid,
    CONSTRAINT assignments_audience CHECK ((((audience = 'user'::text) = (user_id IS NOT NULL)) AND ((audience = 'department'::text) = (department_id IS NOT NULL)) AND ((audience = 'role'::text) = (role IS NOT NULL)))),
    CONSTRAINT assignments_audience_check CHECK ((audience = ANY (ARRAY['user'::text, 'department'::text, 'role'::text]))),
    CONSTRAINT assignments_due CHECK (((due_on IS NULL) OR (due_days IS NULL))),
    CONSTRAINT assignments_due_days_check CHECK (((due_days >= 1) AND (due_days <= 3650))),
    CONSTRAINT assignments_role_check CHECK ((role = ANY (ARRAY['learner'::text, 'trainer'::text, 'content_manager'::text, 'super_admin'::text]))),
    CONSTRAINT assignments_window_days_check CHECK (((window_days >= 1) AND (window_days <= 365)))
);

CREATE TABLE users (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    email text,
    full_name text NOT NULL,
    role text NOT NULL,
    department_id uuid,
    is_active boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    language text,
    external_id text,
    manager_id uuid,
    picture text,
    CONSTRAINT trainer_has_department CHECK (((role <> 'trainer'::text) OR (department_id IS NOT NULL))),
    CONSTRAINT users_email_or_external_id CHECK (((email IS NOT NULL) OR (external_id IS NOT NULL) OR (NOT is_active))),
    CONSTRAINT users_not_own_manager CHECK ((manager_id <> id)),
    CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['learner'::text, 'trainer'::text, 'content_manager'::text, 'auditor'::text, 'super_admin'::text])))
);

CREATE TABLE enrollments (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    module_id uuid NOT NULL,
    cycle integer DEFAULT 1 NOT NULL,
    is_current boolean DEFAULT true NOT NULL,
    assigned_at timestamp(3) with time zone NOT NULL,
    due_at timestamp(3) with time zone,
    started_at timestamp(3) with time zone,
    completed_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone,
    last_activity_at timestamp(3) with time zone,
    progress numeric(5,4) DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    best_score numeric(5,4),
    source text DEFAULT 'assignment'::text NOT NULL,
    due_on date,
    revision_id uuid,
    final_score numeric(5,4),
    waived_at timestamp(3) with time zone,
    waived_by_name text,
    waived_reason text,
    withdrawn_at timestamp(3) with time zone,
    cards_seen integer DEFAULT 0 NOT NULL,
    department_id uuid,
    is_active boolean DEFAULT true NOT NULL,
    counted boolean DEFAULT false NOT NULL,
    passed boolean DEFAULT false NOT NULL,
    final_points integer,
    certified_until timestamp(3) with time zone,
    overdue boolean DEFAULT false NOT NULL,
    certificate text DEFAULT 'none'::text NOT NULL,
    late_at timestamp(3) with time zone,
    lapses_at timestamp(3) with time zone,
    certificate_told text,
    passed_attempt_id uuid,
    more_attempts integer DEFAULT 0 NOT NULL,
    out_of_attempts boolean DEFAULT false NOT NULL,
    card_on_screen uuid,
    card_shown_at timestamp(3) with time zone,
    extended_on date,
    attested_id uuid,
    CONSTRAINT attested_is_completed CHECK (((attested_id IS NULL) OR (completed_at IS NOT NULL))),
    CONSTRAINT certificate_was_completed CHECK (((expires_at IS NULL) OR (completed_at IS NOT NULL))),
    CONSTRAINT completed_was_started CHECK (((completed_at IS NULL) OR (started_at IS NOT NULL))),
    CONSTRAINT enrollments_best_score_check CHECK (((best_score >= (0)::numeric) AND (best_score <= (1)::numeric))),
    CONSTRAINT enrollments_cards_seen_check CHECK ((cards_seen >= 0)),
    CONSTRAINT enrollments_certificate_check CHECK ((certificate = ANY (ARRAY['none'::text, 'current'::text, 'due_soon'::text, 'expired'::text]))),
    CONSTRAINT enrollments_certificate_told_check CHECK ((certificate_told = ANY (ARRAY['due_soon'::text, 'expired'::text]))),
    CONSTRAINT enrollments_final_score_check CHECK (((final_score >= (0)::numeric) AND (final_score <= (1)::numeric))),
    CONSTRAINT enrollments_more_attempts_check CHECK ((more_attempts >= 0)),
    CONSTRAINT enrollments_progress_check CHECK (((progress >= (0)::numeric) AND (progress <= (1)::numeric))),
    CONSTRAINT enrollments_source_check CHECK ((source = ANY (ARRAY['assignment'::text, 'library'::text]))),
    CONSTRAINT waived_is_unfinished CHECK (((waived_at IS NULL) OR (completed_at IS NULL))),
    CONSTRAINT withdrawn_is_past CHECK (((withdrawn_at IS NULL) OR ((NOT is_current) AND (completed_at IS NULL))))
)
WITH (fillfactor='90');

CREATE TABLE directory.auth_sessions (
    id uuid NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    token text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    user_id uuid NOT NULL,
    single_sign_on boolean DEFAULT false NOT NULL,
    only_workspace uuid,
    handed_by uuid,
    confirmed_by text,
    confirmed_at timestamp(3) with time zone,
    passkey_id uuid,
    person_id uuid,
    pin_version integer,
    issuer_key uuid,
    device_id uuid,
    CONSTRAINT auth_sessions_confirmed CHECK (((confirmed_by IS NULL) = (confirmed_at IS NULL))),
    CONSTRAINT auth_sessions_confirmed_by_check CHECK ((confirmed_by = ANY (ARRAY['passkey'::text, 'recovery_code'::text]))),
    CONSTRAINT auth_sessions_issuer CHECK (((issuer_key IS NULL) OR ((only_workspace IS NOT NULL) AND single_sign_on))),
    CONSTRAINT auth_sessions_whose CHECK (((person_id IS NULL) OR (only_workspace IS NOT NULL)))
);

CREATE TABLE directory.auth_verifications (
    id uuid NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE directory.credential_pauses (
    credential text NOT NULL,
    not_before timestamp(3) with time zone NOT NULL,
    limited_at timestamp(3) with time zone NOT NULL,
    limits integer NOT NULL,
    CONSTRAINT credential_pauses_limits_check CHECK ((limits > 0))
);

CREATE TABLE directory.encryption_keys (
    id text NOT NULL,
    check_value bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE directory.identities (
    id uuid NOT NULL,
    email text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT identities_email_check CHECK ((email = lower(email)))
);

CREATE TABLE directory.lark_connections (
    kind text NOT NULL,
    app_id text NOT NULL,
    leased_until timestamp(3) with time zone,
    connected_at timestamp(3) with time zone,
    lease_id uuid,
    due_at timestamp(3) with time zone DEFAULT now(),
    CONSTRAINT lark_connections_kind_check CHECK ((kind = ANY (ARRAY['lark'::text, 'feishu'::text])))
);

CREATE TABLE directory.passkeys (
    id uuid NOT NULL,
    identity_id uuid NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    backup_eligible boolean NOT NULL,
    backed_up boolean NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp(3) with time zone
);

CREATE TABLE directory.recovery_codes (
    identity_id uuid NOT NULL,
    hash text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE directory.server_secrets (
    name text NOT NULL,
    value text NOT NULL
);

CREATE TABLE directory.sign_in_pauses (
    key text NOT NULL,
    failures integer NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    not_before timestamp(3) with time zone NOT NULL,
    tried_on text,
    CONSTRAINT sign_in_pauses_failures_check CHECK ((failures > 0))
);

CREATE TABLE ai_budget_months (
    workspace_id uuid NOT NULL,
    month date NOT NULL,
    charged bigint NOT NULL,
    CONSTRAINT ai_budget_months_charged_check CHECK ((charged >= 0)),
    CONSTRAINT ai_budget_months_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);

CREATE TABLE ai_call_days (
    workspace_id uuid NOT NULL,
    day date NOT NULL,
    capability text NOT NULL,
    purpose text NOT NULL,
    provider text NOT NULL,
    model text NOT NULL,
    own boolean NOT NULL,
    calls bigint NOT NULL,
    failed bigint NOT NULL,
    unpriced bigint NOT NULL,
    input_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL,
    seconds numeric(16,3) NOT NULL,
    cost_usd numeric(20,8) NOT NULL,
    cached_tokens bigint DEFAULT 0 NOT NULL,
    cache_saved_usd numeric(20,8) DEFAULT 0 NOT NULL,
    flex_saved_usd numeric(20,8) DEFAULT 0 NOT NULL
);

CREATE TABLE ai_calls (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    capability text NOT NULL,
    purpose text NOT NULL,
    provider text NOT NULL,
    model text NOT NULL,
    own boolean NOT NULL,
    input_tokens integer NOT NULL,
    output_tokens integer NOT NULL,
    seconds numeric(10,3) NOT NULL,
    duration_ms integer NOT NULL,
    outcome text NOT NULL,
    cost_usd numeric(14,8),
    reckoned boolean DEFAULT false NOT NULL,
    job_id uuid,
    module_id uuid,
    prompt text,
    cached_tokens integer DEFAULT 0 NOT NULL,
    cache_write_tokens integer DEFAULT 0 NOT NULL,
    cache_saved_usd numeric(14,8) DEFAULT 0 NOT NULL,
    flex_saved_usd numeric(14,8) DEFAULT 0 NOT NULL
);

CREATE TABLE ai_file_parts (
    workspace_id uuid NOT NULL,
    file_id uuid NOT NULL,
    n integer NOT NULL,
    bytes bytea,
    size integer,
    remove_at timestamp(6) with time zone,
    CONSTRAINT ai_file_parts_in_storage CHECK (((bytes IS NULL) = (size IS NOT NULL))),
    CONSTRAINT ai_file_parts_removed CHECK (((remove_at IS NULL) OR (size IS NOT NULL)))
);

ALTER TABLE ONLY ai_file_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE ai_files (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    kind text,
    media_type text,
    size integer NOT NULL,
    state text NOT NULL,
    CONSTRAINT ai_files_kind_check CHECK ((kind = ANY (ARRAY['pdf'::text, 'docx'::text, 'pptx'::text, 'odp'::text, 'xlsx'::text, 'html'::text, 'text'::text, 'audio'::text, 'image'::text]))),
    CONSTRAINT ai_files_known CHECK (((state <> 'stored'::text) OR ((kind IS NOT NULL) AND (media_type IS NOT NULL)))),
    CONSTRAINT ai_files_state_check CHECK ((state = ANY (ARRAY['arriving'::text, 'stored'::text, 'deleted'::text])))
);

CREATE TABLE ai_job_modules (
    workspace_id uuid NOT NULL,
    job_id uuid NOT NULL,
    module_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

CREATE TABLE ai_jobs (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    feature text NOT NULL,
    capability text NOT NULL,
    state text NOT NULL,
    title text NOT NULL,
    created_by uuid NOT NULL,
    input jsonb,
    file_id uuid,
    work jsonb DEFAULT '{}'::jsonb NOT NULL,
    progress_done integer DEFAULT 0 NOT NULL,
    progress_total integer DEFAULT 0 NOT NULL,
    progress_step text DEFAULT ''::text NOT NULL,
    result jsonb,
    error_code text,
    error_detail text,
    attempts integer DEFAULT 0 NOT NULL,
    interruptions integer DEFAULT 0 NOT NULL,
    provider_failures integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    started_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    destination_kind text,
    destination_id uuid,
    background boolean DEFAULT false NOT NULL,
    served_at timestamp(3) with time zone,
    provider_failed_at timestamp(3) with time zone,
    source_name text,
    source_hash bytea,
    source_text text,
    destination_item integer,
    lease_id uuid,
    scanned_ranges jsonb,
    CONSTRAINT ai_jobs_capability_check CHECK ((capability = ANY (ARRAY['generation'::text, 'transcription'::text]))),
    CONSTRAINT ai_jobs_destination CHECK (((destination_kind IS NULL) = (destination_id IS NULL))),
    CONSTRAINT ai_jobs_destination_item CHECK (((destination_item IS NOT NULL) = (NOT (destination_kind IS DISTINCT FROM 'ai_job'::text)))),
    CONSTRAINT ai_jobs_destination_kind_check CHECK ((destination_kind = ANY (ARRAY['module'::text, 'answer'::text, 'drive_file'::text, 'ai_job'::text, 'variant'::text]))),
    CONSTRAINT ai_jobs_scanned_ranges CHECK ((jsonb_typeof(scanned_ranges) = 'array'::text)),
    CONSTRAINT ai_jobs_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'parked'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])))
);

CREATE TABLE ai_module_days (
    workspace_id uuid NOT NULL,
    day date NOT NULL,
    module_id uuid NOT NULL,
    purpose text NOT NULL,
    own boolean NOT NULL,
    calls bigint NOT NULL,
    unpriced bigint NOT NULL,
    cost_usd numeric(20,8) NOT NULL
);

CREATE TABLE ai_reservations (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    month date NOT NULL,
    amount bigint NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT ai_reservations_amount_check CHECK ((amount >= 0))
);

CREATE TABLE answers (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    attempt_id uuid NOT NULL,
    question_id uuid NOT NULL,
    item_hash text NOT NULL,
    kind text NOT NULL,
    response jsonb NOT NULL,
    given_at timestamp(3) with time zone NOT NULL,
    state text NOT NULL,
    score numeric(5,4),
    carried_from uuid,
    language text,
    texts_hash text,
    presence jsonb,
    CONSTRAINT answer_is_scored CHECK (((state = 'graded'::text) = (score IS NOT NULL))),
    CONSTRAINT answers_score_check CHECK (((score >= (0)::numeric) AND (score <= (1)::numeric))),
    CONSTRAINT answers_state_check CHECK ((state = ANY (ARRAY['graded'::text, 'transcribing'::text, 'grading'::text, 'trainer'::text])))
);

CREATE TABLE api_token_uses (
    workspace_id uuid NOT NULL,
    token_id uuid NOT NULL,
    used_at timestamp(3) with time zone NOT NULL,
    operation text NOT NULL,
    ip text NOT NULL,
    status integer
);

CREATE TABLE api_tokens (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    hash bytea NOT NULL,
    scopes text[] NOT NULL,
    created_by uuid,
    created_by_name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    revoked_by_name text,
    scim_connection_id uuid,
    CONSTRAINT api_tokens_scopes_check CHECK ((cardinality(scopes) > 0))
);

CREATE TABLE appeals (
    workspace_id uuid NOT NULL,
    answer_id uuid NOT NULL,
    words text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    decide_by timestamp(3) with time zone NOT NULL,
    decided_at timestamp(3) with time zone,
    decided_by_id uuid,
    decided_by_name text,
    number integer DEFAULT 1 NOT NULL,
    CONSTRAINT appeals_number_check CHECK ((number > 0))
);

CREATE TABLE approved_translations (
    workspace_id uuid NOT NULL,
    module_id uuid NOT NULL,
    language text NOT NULL,
    part text NOT NULL,
    item_id uuid NOT NULL,
    source_hash text NOT NULL,
    number integer NOT NULL,
    source jsonb NOT NULL,
    texts jsonb NOT NULL,
    texts_hash text GENERATED ALWAYS AS (content_hash(texts)) STORED NOT NULL,
    approved_at timestamp(3) with time zone NOT NULL,
    approved_by uuid NOT NULL,
    approved_by_name text NOT NULL,
    CONSTRAINT approved_translations_number_check CHECK ((number > 0)),
    CONSTRAINT approved_translations_part_check CHECK ((part = ANY (ARRAY['title'::text, 'flashcards'::text, 'quiz'::text])))
);

CREATE TABLE assignment_enrollments (
    workspace_id uuid NOT NULL,
    assignment_id uuid NOT NULL,
    enrollment_id uuid NOT NULL,
    added_at timestamp(3) with time zone NOT NULL,
    removed_at timestamp(3) with time zone,
    due_on date,
    renewal boolean DEFAULT false NOT NULL,
    took_over boolean DEFAULT false NOT NULL
);

CREATE TABLE assignment_maintenance (
    workspace_id uuid NOT NULL,
    night date,
    dates_through uuid
);

CREATE TABLE assignment_runs (
    workspace_id uuid NOT NULL,
    assignment_id uuid NOT NULL,
    version integer NOT NULL,
    explicit boolean NOT NULL,
    through uuid NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    total integer NOT NULL,
    assigned integer DEFAULT 0 NOT NULL,
    touched_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    failed uuid[] DEFAULT '{}'::uuid[] NOT NULL
);

CREATE TABLE attempts (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    enrollment_id uuid NOT NULL,
    number integer NOT NULL,
    revision_id uuid NOT NULL,
    pass_score numeric(5,4) NOT NULL,
    state text NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    last_answer_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    score numeric(5,4),
    draw text,
    drawn uuid[],
    CONSTRAINT attempt_has_ended CHECK (((state = ANY (ARRAY['open'::text, 'waiting'::text])) = (ended_at IS NULL))),
    CONSTRAINT attempt_is_scored CHECK (((state = ANY (ARRAY['passed'::text, 'failed'::text])) = (score IS NOT NULL))),
    CONSTRAINT attempts_number_check CHECK ((number > 0)),
    CONSTRAINT attempts_pass_score_check CHECK (((pass_score >= (0)::numeric) AND (pass_score <= (1)::numeric))),
    CONSTRAINT attempts_score_check CHECK (((score >= (0)::numeric) AND (score <= (1)::numeric))),
    CONSTRAINT attempts_state_check CHECK ((state = ANY (ARRAY['open'::text, 'waiting'::text, 'passed'::text, 'failed'::text, 'superseded'::text])))
);

CREATE TABLE attested_completions (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    module_id uuid NOT NULL,
    completed_on date NOT NULL,
    completed_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    source text NOT NULL,
    reference text,
    score numeric(5,4),
    file_id uuid,
    entered_at timestamp(3) with time zone NOT NULL,
    entered_by_name text NOT NULL,
    withdrawn_at timestamp(3) with time zone,
    withdrawn_by_name text,
    withdrawn_reason text,
    CONSTRAINT attested_completions_check CHECK ((((withdrawn_at IS NULL) = (withdrawn_by_name IS NULL)) AND ((withdrawn_at IS NULL) = (withdrawn_reason IS NULL)))),
    CONSTRAINT attested_completions_score_check CHECK (((score >= (0)::numeric) AND (score <= (1)::numeric)))
);

CREATE TABLE attested_evidence (
    workspace_id uuid NOT NULL,
    attested_id uuid NOT NULL,
    number integer NOT NULL,
    event_at timestamp(3) with time zone NOT NULL,
    event_id uuid NOT NULL,
    evidence text NOT NULL,
    CONSTRAINT attested_evidence_number_check CHECK ((number > 0))
);

CREATE TABLE attested_file_parts (
    workspace_id uuid NOT NULL,
    file_id uuid NOT NULL,
    n integer NOT NULL,
    bytes bytea,
    size integer,
    remove_at timestamp(6) with time zone,
    CONSTRAINT attested_file_parts_in_storage CHECK (((bytes IS NULL) = (size IS NOT NULL))),
    CONSTRAINT attested_file_parts_removed CHECK (((remove_at IS NULL) OR (size IS NOT NULL)))
);

ALTER TABLE ONLY attested_file_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE attested_files (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    created_by uuid,
    created_at timestamp(3) with time zone NOT NULL,
    state text NOT NULL,
    size integer DEFAULT 0 NOT NULL,
    media_type text,
    hash text,
    CONSTRAINT attested_files_check CHECK (((state <> 'stored'::text) OR ((media_type IS NOT NULL) AND (hash IS NOT NULL)))),
    CONSTRAINT attested_files_state_check CHECK ((state = ANY (ARRAY['arriving'::text, 'stored'::text, 'deleted'::text])))
);

CREATE TABLE audit_chain (
    workspace_id uuid NOT NULL,
    "position" bigint NOT NULL,
    event_at timestamp(3) with time zone NOT NULL,
    event_id uuid NOT NULL,
    event_hash bytea NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT audit_chain_event_hash_check CHECK ((length(event_hash) = 32)),
    CONSTRAINT audit_chain_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT audit_chain_position_check CHECK (("position" > 0))
);

CREATE TABLE audit_events (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    action text NOT NULL,
    actor_kind text NOT NULL,
    actor_id uuid,
    actor_name text NOT NULL,
    subject_kind text NOT NULL,
    subject_id uuid,
    subject_name text NOT NULL,
    changes jsonb,
    request_id text,
    ip text,
    CONSTRAINT audit_events_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['user'::text, 'token'::text, 'system'::text])))
);

CREATE VIEW auth_sessions AS
 SELECT auth_sessions.id,
    auth_sessions.expires_at,
    auth_sessions.token,
    auth_sessions.created_at,
    auth_sessions.user_id,
    auth_sessions.single_sign_on,
    auth_sessions.only_workspace,
    auth_sessions.handed_by
   FROM directory.auth_sessions;

CREATE VIEW auth_verifications AS
 SELECT auth_verifications.id,
    auth_verifications.identifier,
    auth_verifications.value,
    auth_verifications.expires_at,
    auth_verifications.created_at
   FROM directory.auth_verifications;

CREATE TABLE catalog_revisions (
    workspace_id uuid NOT NULL,
    revision uuid NOT NULL
);

CREATE UNLOGGED TABLE changed_topics (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    topic text NOT NULL
);

CREATE TABLE chat_connections (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    host text NOT NULL,
    sealed sealed_secret NOT NULL,
    key_id text NOT NULL,
    version integer NOT NULL,
    state text NOT NULL,
    last_error text,
    tested_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    created_by_name text NOT NULL,
    failing_since timestamp(3) with time zone,
    test_words text,
    leased_until timestamp(3) with time zone,
    due_at timestamp(3) with time zone DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone NOT NULL,
    misses integer DEFAULT 0 NOT NULL,
    lease_id uuid,
    CONSTRAINT chat_connections_failing CHECK (((failing_since IS NOT NULL) = (state = 'failing'::text))),
    CONSTRAINT chat_connections_kind_check CHECK ((kind = ANY (ARRAY['slack'::text, 'teams'::text, 'google_chat'::text, 'lark'::text]))),
    CONSTRAINT chat_connections_state_check CHECK ((state = ANY (ARRAY['untested'::text, 'working'::text, 'failing'::text])))
);

CREATE TABLE completion_evidence (
    workspace_id uuid NOT NULL,
    enrollment_id uuid NOT NULL,
    number integer NOT NULL,
    event_at timestamp(3) with time zone NOT NULL,
    event_id uuid NOT NULL,
    evidence text NOT NULL,
    CONSTRAINT completion_evidence_number_check CHECK ((number > 0))
);

CREATE TABLE courses (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    title text NOT NULL,
    emoji text NOT NULL,
    department_id uuid,
    published boolean NOT NULL,
    published_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    edited_by_name text
);

CREATE VIEW credential_pauses AS
 SELECT credential_pauses.credential,
    credential_pauses.not_before,
    credential_pauses.limited_at,
    credential_pauses.limits
   FROM directory.credential_pauses;

CREATE TABLE department_module_stats (
    workspace_id uuid NOT NULL,
    is_active boolean NOT NULL,
    department_id uuid NOT NULL,
    module_id uuid NOT NULL,
    not_started integer NOT NULL,
    in_progress integer NOT NULL,
    completed integer NOT NULL,
    overdue integer NOT NULL,
    open_tried integer NOT NULL,
    open_passed integer NOT NULL,
    open_scored integer NOT NULL,
    open_points bigint NOT NULL,
    done_tried integer NOT NULL,
    done_passed integer NOT NULL,
    done_scored integer NOT NULL,
    done_points bigint NOT NULL,
    cert_current integer NOT NULL,
    cert_due_soon integer NOT NULL,
    cert_expired integer NOT NULL,
    median_seconds double precision,
    last_completed_at timestamp(3) with time zone,
    next_expiry_at timestamp(3) with time zone,
    middle_seconds double precision[],
    median_of integer,
    attested integer DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE departments (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE drive_authorizations (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    state_hash bytea NOT NULL,
    session_id text NOT NULL,
    connection_id uuid,
    verifier text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE drive_change_feeds (
    workspace_id uuid NOT NULL,
    connection_id uuid NOT NULL,
    drive_id text NOT NULL,
    cursor text,
    due_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    problem text,
    is_behind boolean DEFAULT false NOT NULL,
    unrung integer DEFAULT 0 NOT NULL,
    unrung_since timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    lease_id uuid,
    fetched text[] DEFAULT '{}'::text[] NOT NULL,
    failing_since timestamp(3) with time zone,
    CONSTRAINT drive_change_feeds_problem_check CHECK ((problem = ANY (ARRAY['not_found'::text, 'forbidden'::text, 'unavailable'::text]))),
    CONSTRAINT drive_change_feeds_unrung_check CHECK ((unrung >= 0))
);

CREATE TABLE drive_channels (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    connection_id uuid NOT NULL,
    drive_id text NOT NULL,
    resource_id text,
    token_hash bytea NOT NULL,
    opened_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    retired_at timestamp(3) with time zone
);

CREATE TABLE drive_connections (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    auth text NOT NULL,
    account text NOT NULL,
    app_id text NOT NULL,
    state text NOT NULL,
    state_reason text,
    state_at timestamp(3) with time zone NOT NULL,
    push text NOT NULL,
    sealed sealed_secret,
    key_id text,
    version integer DEFAULT 1 NOT NULL,
    connected_by uuid,
    connected_by_name text NOT NULL,
    connected_at timestamp(3) with time zone NOT NULL,
    disconnected_at timestamp(3) with time zone,
    last_event_at timestamp(3) with time zone,
    last_polled_at timestamp(3) with time zone,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    night date,
    failing_since timestamp(3) with time zone,
    misses integer DEFAULT 0 NOT NULL,
    paused_until timestamp(3) with time zone,
    updated_at timestamp(3) with time zone NOT NULL,
    lease_id uuid,
    CONSTRAINT drive_connections_auth_check CHECK ((auth = ANY (ARRAY['oauth'::text, 'service_account'::text, 'app'::text]))),
    CONSTRAINT drive_connections_disconnected CHECK ((((state = 'disconnected'::text) = (disconnected_at IS NOT NULL)) AND ((state <> 'disconnected'::text) OR (sealed IS NULL)))),
    CONSTRAINT drive_connections_kind_check CHECK ((kind = ANY (ARRAY['google'::text, 'lark'::text, 'feishu'::text]))),
    CONSTRAINT drive_connections_push_check CHECK ((push = ANY (ARRAY['channel'::text, 'long_connection'::text, 'webhook'::text, 'none'::text]))),
    CONSTRAINT drive_connections_sealed CHECK (((sealed IS NULL) = (key_id IS NULL))),
    CONSTRAINT drive_connections_state_check CHECK ((state = ANY (ARRAY['connected'::text, 'degraded'::text, 'reconnect_needed'::text, 'disconnected'::text]))),
    CONSTRAINT drive_connections_state_reason_check CHECK ((state_reason = ANY (ARRAY['access_lost'::text, 'undecryptable'::text, 'no_push'::text, 'unavailable'::text, 'quota'::text]))),
    CONSTRAINT drive_connections_version_check CHECK ((version > 0))
);

CREATE TABLE drive_crawl_folders (
    workspace_id uuid NOT NULL,
    crawl_id uuid NOT NULL,
    provider_id text NOT NULL,
    drive_id text,
    page text,
    done boolean DEFAULT false NOT NULL,
    pages integer DEFAULT 0 NOT NULL,
    CONSTRAINT drive_crawl_folders_pages_check CHECK ((pages >= 0))
);

CREATE TABLE drive_crawl_missing (
    workspace_id uuid NOT NULL,
    crawl_id uuid NOT NULL,
    is_file boolean NOT NULL,
    file_id uuid NOT NULL
);

CREATE TABLE drive_crawl_seen (
    workspace_id uuid NOT NULL,
    crawl_id uuid NOT NULL,
    id uuid NOT NULL,
    files uuid[] NOT NULL
);

CREATE TABLE drive_crawls (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    connection_id uuid NOT NULL,
    cause text NOT NULL,
    department_id uuid,
    state text NOT NULL,
    reason text,
    requested_by_name text,
    started_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    folders integer DEFAULT 0 NOT NULL,
    files integer DEFAULT 0 NOT NULL,
    changed integer DEFAULT 0 NOT NULL,
    missing integer,
    start_tokens jsonb DEFAULT '{}'::jsonb NOT NULL,
    leased_until timestamp(3) with time zone,
    due_at timestamp(3) with time zone,
    failing_since timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    lease_id uuid,
    CONSTRAINT drive_crawls_cause_check CHECK ((cause = ANY (ARRAY['first'::text, 'manual'::text, 'night'::text, 'cursor_refused'::text, 'reconnected'::text, 'folders'::text, 'poll'::text]))),
    CONSTRAINT drive_crawls_finished CHECK (((state = 'running'::text) = (finished_at IS NULL))),
    CONSTRAINT drive_crawls_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text, 'stopped'::text])))
);

CREATE TABLE drive_file_changes (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    connection_id uuid NOT NULL,
    file_id uuid NOT NULL,
    found_by text NOT NULL,
    found_at timestamp(3) with time zone NOT NULL,
    changed_at timestamp(3) with time zone,
    CONSTRAINT drive_file_changes_found_by_check CHECK ((found_by = ANY (ARRAY['push'::text, 'poll'::text, 'night'::text, 'manual'::text])))
);

CREATE TABLE drive_files (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    connection_id uuid NOT NULL,
    provider_id text NOT NULL,
    is_folder boolean NOT NULL,
    name text NOT NULL,
    media_type text NOT NULL,
    parent_ids text[] NOT NULL,
    drive_id text,
    folder_id uuid,
    target_id text,
    url text,
    size bigint,
    checksum text,
    revision text,
    state text NOT NULL,
    reason text,
    state_at timestamp(3) with time zone NOT NULL,
    text_hash bytea,
    text_checksum text,
    suggestion_id uuid,
    job_id uuid,
    due_at timestamp(3) with time zone,
    gathering_since timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    found_by text,
    found_at timestamp(3) with time zone,
    changed_at timestamp(3) with time zone,
    seen_as text,
    crawl_id uuid,
    subscribe_at timestamp(3) with time zone DEFAULT now(),
    resource_key text,
    lease_id uuid,
    target_media_type text,
    CONSTRAINT drive_files_found_by_check CHECK ((found_by = ANY (ARRAY['push'::text, 'poll'::text, 'night'::text, 'manual'::text]))),
    CONSTRAINT drive_files_state_check CHECK ((state = ANY (ARRAY['discovered'::text, 'fetching'::text, 'scanning'::text, 'suggested'::text, 'not_relevant'::text, 'unchanged'::text, 'waiting_for_key'::text, 'failed'::text, 'skipped'::text, 'out_of_scope'::text, 'trashed'::text, 'gone'::text, 'unreadable'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.02');

CREATE TABLE drive_files_to_request (
    workspace_id uuid NOT NULL,
    connection_id uuid NOT NULL,
    provider_id text NOT NULL,
    last_event uuid NOT NULL,
    added_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE drive_folders (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    connection_id uuid NOT NULL,
    provider_id text NOT NULL,
    drive_id text,
    name text NOT NULL,
    department_id uuid,
    picked_by_name text NOT NULL,
    picked_at timestamp(3) with time zone NOT NULL,
    subscribe_at timestamp(3) with time zone DEFAULT now(),
    problem text,
    resource_key text,
    CONSTRAINT drive_folders_problem_check CHECK ((problem = ANY (ARRAY['not_found'::text, 'forbidden'::text, 'unavailable'::text])))
);

CREATE TABLE drive_folders_to_list (
    workspace_id uuid NOT NULL,
    connection_id uuid NOT NULL,
    provider_id text NOT NULL,
    drive_id text,
    page text,
    found_by text NOT NULL,
    added_at timestamp(3) with time zone NOT NULL,
    pages integer DEFAULT 0 NOT NULL,
    CONSTRAINT drive_folders_to_list_found_by_check CHECK ((found_by = ANY (ARRAY['push'::text, 'poll'::text, 'night'::text, 'manual'::text]))),
    CONSTRAINT drive_folders_to_list_pages_check CHECK ((pages >= 0))
);

CREATE TABLE drive_texts (
    workspace_id uuid NOT NULL,
    file_id uuid NOT NULL,
    text text,
    changed_at timestamp(3) with time zone NOT NULL
);

CREATE VIEW encryption_keys AS
 SELECT encryption_keys.id,
    encryption_keys.check_value,
    encryption_keys.created_at
   FROM directory.encryption_keys;

CREATE TABLE event_sequences (
    workspace_id uuid NOT NULL,
    last bigint NOT NULL,
    CONSTRAINT event_sequences_last_check CHECK ((last > 0))
);

CREATE TABLE generated_items (
    workspace_id uuid NOT NULL,
    module_id uuid NOT NULL,
    item_id uuid NOT NULL,
    feature text NOT NULL,
    provider text NOT NULL,
    model text NOT NULL,
    prompt text NOT NULL,
    made_at timestamp(3) with time zone NOT NULL,
    words_hash bytea NOT NULL,
    entered_at timestamp(3) with time zone,
    outcome text,
    settled_at timestamp(3) with time zone,
    level text,
    flagged boolean,
    checked_provider text,
    checked_model text,
    CONSTRAINT generated_item_has_entered CHECK (((outcome IS NULL) OR (entered_at IS NOT NULL))),
    CONSTRAINT generated_item_is_settled CHECK (((outcome IS NULL) = (settled_at IS NULL))),
    CONSTRAINT generated_items_checked CHECK (((checked_provider IS NULL) = (checked_model IS NULL))),
    CONSTRAINT generated_items_level_check CHECK ((level = ANY (ARRAY['recall'::text, 'apply'::text, 'decide'::text]))),
    CONSTRAINT generated_items_outcome_check CHECK ((outcome = ANY (ARRAY['kept'::text, 'edited'::text, 'deleted'::text])))
);

CREATE TABLE grade_checks (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    answer_id uuid NOT NULL,
    number integer NOT NULL,
    chosen_at timestamp(3) with time zone NOT NULL,
    checked_at timestamp(3) with time zone,
    checked_by_id uuid,
    checked_by_name text,
    score numeric(5,4),
    met jsonb,
    CONSTRAINT grade_checks_check CHECK (((checked_at IS NULL) = (score IS NULL))),
    CONSTRAINT grade_checks_score_check CHECK (((score >= (0)::numeric) AND (score <= (1)::numeric)))
);

CREATE TABLE grades (
    workspace_id uuid NOT NULL,
    answer_id uuid NOT NULL,
    number integer NOT NULL,
    kind text NOT NULL,
    counts boolean NOT NULL,
    score numeric(5,4) NOT NULL,
    criteria jsonb,
    confidence numeric(5,4),
    by_id uuid,
    by_name text NOT NULL,
    comment text,
    at timestamp(3) with time zone NOT NULL,
    provider text,
    model text,
    prompt text,
    compared numeric(5,4),
    checked_provider text,
    checked_model text,
    language text,
    typed boolean,
    CONSTRAINT grades_checked CHECK (((checked_provider IS NULL) = (checked_model IS NULL))),
    CONSTRAINT grades_compared_check CHECK (((compared >= 0.7) AND (compared <= (1)::numeric))),
    CONSTRAINT grades_confidence_check CHECK (((confidence >= (0)::numeric) AND (confidence <= (1)::numeric))),
    CONSTRAINT grades_kind_check CHECK ((kind = ANY (ARRAY['model'::text, 'trainer'::text, 'appeal'::text, 'override'::text]))),
    CONSTRAINT grades_number_check CHECK ((number > 0)),
    CONSTRAINT grades_score_check CHECK (((score >= (0)::numeric) AND (score <= (1)::numeric))),
    CONSTRAINT grades_typed_check CHECK (((kind = 'model'::text) = (typed IS NOT NULL)))
);

CREATE TABLE idempotency_keys (
    workspace_id uuid NOT NULL,
    token_id uuid NOT NULL,
    operation text NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    status integer NOT NULL,
    content_type text NOT NULL,
    body text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE VIEW identities AS
 SELECT identities.id,
    identities.email,
    identities.created_at
   FROM directory.identities;

CREATE TABLE invitations (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    by_name text NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    error text,
    CONSTRAINT invitations_error CHECK (((error IS NOT NULL) = (state = 'failed'::text))),
    CONSTRAINT invitations_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'link'::text]))),
    CONSTRAINT invitations_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text])))
);

CREATE TABLE item_translations (
    workspace_id uuid NOT NULL,
    module_id uuid NOT NULL,
    language text NOT NULL,
    part text NOT NULL,
    item_id uuid NOT NULL,
    source_hash text NOT NULL,
    source jsonb NOT NULL,
    texts jsonb NOT NULL,
    texts_hash text GENERATED ALWAYS AS (content_hash(texts)) STORED NOT NULL,
    state text NOT NULL,
    generated boolean NOT NULL,
    version integer NOT NULL,
    saved_at timestamp(3) with time zone NOT NULL,
    saved_by_name text NOT NULL,
    contributors uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    submitted_at timestamp(3) with time zone,
    submitted_by_name text,
    rejected_reason text,
    rejected_by_name text,
    CONSTRAINT item_translations_check CHECK (((state = 'in_review'::text) <= (submitted_at IS NOT NULL))),
    CONSTRAINT item_translations_check1 CHECK (((rejected_reason IS NULL) = (rejected_by_name IS NULL))),
    CONSTRAINT item_translations_part_check CHECK ((part = ANY (ARRAY['title'::text, 'flashcards'::text, 'quiz'::text]))),
    CONSTRAINT item_translations_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'in_review'::text, 'approved'::text])))
);

CREATE VIEW lark_connections AS
 SELECT lark_connections.kind,
    lark_connections.app_id,
    lark_connections.leased_until,
    lark_connections.connected_at,
    lark_connections.lease_id,
    lark_connections.due_at
   FROM directory.lark_connections;

CREATE TABLE mail_failures (
    workspace_id uuid NOT NULL,
    user_id uuid NOT NULL,
    email text NOT NULL,
    error text NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

CREATE TABLE media (
    workspace_id uuid NOT NULL,
    digest text NOT NULL,
    kind text NOT NULL,
    media_type text NOT NULL,
    size integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT media_kind_check CHECK ((kind = ANY (ARRAY['picture'::text, 'sound'::text, 'film'::text, 'captions'::text])))
);

CREATE TABLE media_pieces (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    created_by uuid,
    created_at timestamp(3) with time zone NOT NULL,
    state text NOT NULL,
    size integer NOT NULL,
    digest text,
    n integer,
    CONSTRAINT media_pieces_check CHECK (((digest IS NULL) = (n IS NULL))),
    CONSTRAINT media_pieces_check1 CHECK (((digest IS NULL) OR (state = 'stored'::text))),
    CONSTRAINT media_pieces_state_check CHECK ((state = ANY (ARRAY['arriving'::text, 'stored'::text])))
);

CREATE TABLE module_contributors (
    workspace_id uuid NOT NULL,
    module_id uuid NOT NULL,
    cycle integer NOT NULL,
    user_id uuid NOT NULL
);

CREATE TABLE module_feedback (
    workspace_id uuid NOT NULL,
    enrollment_id uuid NOT NULL,
    module_id uuid NOT NULL,
    revision_id uuid NOT NULL,
    rating integer,
    comment text,
    given_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT module_feedback_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
    CONSTRAINT module_feedback_says_something CHECK (((rating IS NOT NULL) OR (comment IS NOT NULL)))
);

CREATE TABLE module_revisions (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    module_id uuid NOT NULL,
    number integer NOT NULL,
    title text NOT NULL,
    flashcards jsonb NOT NULL,
    quiz jsonb NOT NULL,
    flashcards_hash text GENERATED ALWAYS AS (content_hash(flashcards)) STORED NOT NULL,
    quiz_hash text GENERATED ALWAYS AS (content_hash(quiz)) STORED NOT NULL,
    published_at timestamp(3) with time zone NOT NULL,
    published_by_name text NOT NULL,
    settings jsonb NOT NULL,
    cards integer GENERATED ALWAYS AS (jsonb_array_length(flashcards)) STORED NOT NULL,
    questions integer GENERATED ALWAYS AS (jsonb_array_length(quiz)) STORED NOT NULL
);

CREATE TABLE module_stat_changes (
    workspace_id uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    is_active boolean NOT NULL,
    department_id uuid NOT NULL,
    module_id uuid NOT NULL,
    not_started integer NOT NULL,
    in_progress integer NOT NULL,
    completed integer NOT NULL,
    overdue integer NOT NULL,
    open_tried integer NOT NULL,
    open_passed integer NOT NULL,
    open_scored integer NOT NULL,
    open_points bigint NOT NULL,
    done_tried integer NOT NULL,
    done_passed integer NOT NULL,
    done_scored integer NOT NULL,
    done_points bigint NOT NULL,
    cert_current integer NOT NULL,
    cert_due_soon integer NOT NULL,
    cert_expired integer NOT NULL,
    completions boolean NOT NULL,
    certificates boolean NOT NULL,
    at timestamp(3) with time zone DEFAULT now() NOT NULL,
    added_seconds double precision,
    added_completion timestamp(3) with time zone,
    added_expiry timestamp(3) with time zone,
    attested integer DEFAULT 0 NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='2000', autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='5000', autovacuum_analyze_scale_factor='0', autovacuum_analyze_threshold='5000');

CREATE TABLE module_stat_clocks (
    workspace_id uuid NOT NULL,
    noted_until timestamp(3) with time zone NOT NULL,
    revision bigint DEFAULT 0 NOT NULL
);

CREATE TABLE module_stats (
    workspace_id uuid NOT NULL,
    is_active boolean NOT NULL,
    module_id uuid NOT NULL,
    not_started integer NOT NULL,
    in_progress integer NOT NULL,
    completed integer NOT NULL,
    overdue integer NOT NULL,
    open_tried integer NOT NULL,
    open_passed integer NOT NULL,
    open_scored integer NOT NULL,
    open_points bigint NOT NULL,
    done_tried integer NOT NULL,
    done_passed integer NOT NULL,
    done_scored integer NOT NULL,
    done_points bigint NOT NULL,
    cert_current integer NOT NULL,
    cert_due_soon integer NOT NULL,
    cert_expired integer NOT NULL,
    median_seconds double precision,
    last_completed_at timestamp(3) with time zone,
    next_expiry_at timestamp(3) with time zone,
    middle_seconds double precision[],
    median_of integer,
    attested integer DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE module_suggestions (
    workspace_id uuid NOT NULL,
    module_id uuid NOT NULL,
    suggestion_id uuid NOT NULL
);

CREATE TABLE module_variants (
    workspace_id uuid NOT NULL,
    module_id uuid NOT NULL,
    language text NOT NULL,
    id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    approvals_from timestamp(3) with time zone NOT NULL,
    live_since timestamp(3) with time zone,
    missing integer DEFAULT 0 NOT NULL,
    stale integer DEFAULT 0 NOT NULL,
    in_review integer DEFAULT 0 NOT NULL,
    submitted_at timestamp(3) with time zone
);

CREATE TABLE modules (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    course_id uuid NOT NULL,
    title text NOT NULL,
    status text NOT NULL,
    "position" integer NOT NULL,
    validity_days integer,
    pass_score numeric(5,4) DEFAULT 0.8 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    workflow text,
    cycle integer DEFAULT 1 NOT NULL,
    round integer DEFAULT 0 NOT NULL,
    live_revision_id uuid,
    created_by uuid,
    suggestion_id uuid,
    submitted_at timestamp(3) with time zone,
    submitted_by_name text,
    claimed_by uuid,
    claimed_by_name text,
    claimed_at timestamp(3) with time zone,
    working jsonb,
    settings_version integer DEFAULT 1 NOT NULL,
    edited_by_name text,
    max_attempts integer DEFAULT 3 NOT NULL,
    show_solutions text DEFAULT 'at_end'::text NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    questions_per_attempt integer,
    topic_scores jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT modules_claim CHECK (((claimed_by IS NULL) = (claimed_at IS NULL))),
    CONSTRAINT modules_have_content CHECK (((workflow IS NOT NULL) OR (live_revision_id IS NOT NULL))),
    CONSTRAINT modules_max_attempts_check CHECK (((max_attempts >= 1) AND (max_attempts <= 100))),
    CONSTRAINT modules_pass_score_check CHECK (((pass_score >= (0)::numeric) AND (pass_score <= (1)::numeric))),
    CONSTRAINT modules_position_check CHECK (("position" >= 0)),
    CONSTRAINT modules_public_status CHECK ((status =
CASE
    WHEN (status = 'archived'::text) THEN 'archived'::text
    WHEN (live_revision_id IS NOT NULL) THEN 'published'::text
    ELSE workflow
END)),
    CONSTRAINT modules_questions_per_attempt_check CHECK (((questions_per_attempt >= 1) AND (questions_per_attempt <= 200))),
    CONSTRAINT modules_show_solutions_check CHECK ((show_solutions = ANY (ARRAY['with_answer'::text, 'at_end'::text, 'never'::text]))),
    CONSTRAINT modules_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'in_review'::text, 'changes_requested'::text, 'published'::text, 'rejected'::text, 'archived'::text]))),
    CONSTRAINT modules_validity_days_check CHECK ((validity_days > 0)),
    CONSTRAINT modules_workflow_check CHECK ((workflow = ANY (ARRAY['draft'::text, 'in_review'::text, 'changes_requested'::text, 'rejected'::text])))
);

CREATE TABLE notification_settings (
    workspace_id uuid NOT NULL,
    quiet_from text,
    quiet_to text,
    digest_at text NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT notification_settings_check CHECK (((quiet_from IS NULL) = (quiet_to IS NULL))),
    CONSTRAINT notification_settings_check1 CHECK ((quiet_from <> quiet_to)),
    CONSTRAINT notification_settings_digest_at_check CHECK ((digest_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
    CONSTRAINT notification_settings_quiet_from_check CHECK ((quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
    CONSTRAINT notification_settings_quiet_to_check CHECK ((quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text))
);

CREATE TABLE notification_switches (
    workspace_id uuid NOT NULL,
    category text NOT NULL,
    channel text NOT NULL,
    enabled boolean NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT notification_switches_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'chat'::text])))
);

CREATE TABLE notification_unsubscribes (
    workspace_id uuid NOT NULL,
    user_id uuid NOT NULL,
    category text NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

CREATE TABLE notifications (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    event_id uuid,
    first_sequence bigint,
    last_sequence bigint,
    category text NOT NULL,
    kind text NOT NULL,
    channel text NOT NULL,
    recipient_id uuid,
    because text NOT NULL,
    by_name text,
    subject_kind text NOT NULL,
    subject_id uuid,
    subject_name text NOT NULL,
    part text,
    round integer DEFAULT 0 NOT NULL,
    facts jsonb DEFAULT '{}'::jsonb NOT NULL,
    state text NOT NULL,
    reason text,
    error text,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone,
    at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    seen_at timestamp(3) with time zone,
    mail_id uuid,
    leased_until timestamp(3) with time zone,
    lease_id uuid,
    CONSTRAINT notifications_channel_check CHECK ((channel = ANY (ARRAY['inbox'::text, 'email'::text, 'chat'::text]))),
    CONSTRAINT notifications_chat_has_no_recipient CHECK (((channel = 'chat'::text) = (recipient_id IS NULL))),
    CONSTRAINT notifications_due CHECK (((due_at IS NOT NULL) = (state = ANY (ARRAY['pending'::text, 'sending'::text])))),
    CONSTRAINT notifications_finished CHECK (((finished_at IS NOT NULL) = (state = ANY (ARRAY['sent'::text, 'failed'::text, 'suppressed'::text])))),
    CONSTRAINT notifications_reason CHECK (((reason IS NOT NULL) = (state = ANY (ARRAY['failed'::text, 'suppressed'::text])))),
    CONSTRAINT notifications_seen CHECK (((seen_at IS NULL) OR (channel = 'inbox'::text))),
    CONSTRAINT notifications_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'suppressed'::text])))
);

CREATE TABLE outgoing_events (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    data jsonb NOT NULL,
    sequence bigint,
    CONSTRAINT outgoing_events_sequence_check CHECK ((sequence > 0))
);

CREATE TABLE path_assignments (
    workspace_id uuid NOT NULL,
    assignment_id uuid NOT NULL,
    id uuid NOT NULL,
    path_id uuid NOT NULL
);

CREATE TABLE path_completions (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    path_id uuid NOT NULL,
    user_id uuid NOT NULL,
    completed_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    cycles uuid[] NOT NULL,
    event_at timestamp(3) with time zone NOT NULL,
    event_id uuid NOT NULL,
    evidence text NOT NULL
);

CREATE TABLE path_steps (
    workspace_id uuid NOT NULL,
    path_id uuid NOT NULL,
    module_id uuid NOT NULL,
    "position" integer NOT NULL,
    requires uuid[] NOT NULL
);

CREATE TABLE paths (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    department_id uuid,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    created_by_name text NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    archived_at timestamp(3) with time zone,
    archived_by_name text
);

CREATE TABLE provider_key_health (
    workspace_id uuid NOT NULL,
    provider_key_id uuid NOT NULL,
    last_verified_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    last_error_at timestamp(3) with time zone,
    last_error text,
    failing_since timestamp(3) with time zone,
    answer_form text,
    failing_model text,
    CONSTRAINT provider_key_health_answer_form_check CHECK ((answer_form = ANY (ARRAY['json_schema'::text, 'json_object'::text, 'text'::text])))
);

CREATE TABLE provider_keys (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    capability text NOT NULL,
    provider text NOT NULL,
    model text,
    resource text,
    deployment text,
    key_id text NOT NULL,
    sealed sealed_secret NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    created_by_name text NOT NULL,
    rotated_at timestamp(3) with time zone,
    rotated_by_name text,
    endpoint_name text,
    base_url text,
    context_tokens integer,
    has_key boolean DEFAULT true NOT NULL,
    task_models jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT provider_keys_capability_check CHECK ((capability = ANY (ARRAY['generation'::text, 'transcription'::text]))),
    CONSTRAINT provider_keys_endpoint CHECK (
CASE
    WHEN (provider = 'openai_compatible'::text) THEN (num_nulls(endpoint_name, base_url, context_tokens) = 0)
    ELSE ((num_nonnulls(endpoint_name, base_url, context_tokens) = 0) AND has_key)
END),
    CONSTRAINT provider_keys_model CHECK (
CASE
    WHEN (provider = 'azure_openai'::text) THEN ((model IS NULL) AND (resource IS NOT NULL) AND (deployment IS NOT NULL))
    ELSE ((model IS NOT NULL) AND (resource IS NULL) AND (deployment IS NULL))
END),
    CONSTRAINT provider_keys_provider_check CHECK ((provider = ANY (ARRAY['anthropic'::text, 'openai'::text, 'google'::text, 'azure_openai'::text, 'openai_compatible'::text, 'deepgram'::text]))),
    CONSTRAINT provider_keys_speech CHECK (((provider = 'deepgram'::text) = (capability = 'transcription'::text))),
    CONSTRAINT provider_keys_task_models CHECK (((jsonb_typeof(task_models) = 'object'::text) AND ((task_models = '{}'::jsonb) OR (capability = 'generation'::text))))
);

CREATE TABLE queue_turns (
    workspace_id uuid NOT NULL,
    queue text NOT NULL,
    served_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE quote_checks (
    workspace_id uuid NOT NULL,
    module_id uuid NOT NULL,
    leased_until timestamp(3) with time zone,
    due_at timestamp(3) with time zone DEFAULT now(),
    lease_id uuid
);

CREATE UNLOGGED TABLE rate_windows (
    workspace_id uuid NOT NULL,
    token_id uuid NOT NULL,
    kind text NOT NULL,
    starts_at timestamp(3) with time zone NOT NULL,
    taken integer NOT NULL
);

CREATE TABLE recording_parts (
    workspace_id uuid NOT NULL,
    recording_id uuid NOT NULL,
    n integer NOT NULL,
    bytes bytea,
    size integer,
    remove_at timestamp(6) with time zone,
    CONSTRAINT recording_parts_in_storage CHECK (((bytes IS NULL) = (size IS NOT NULL))),
    CONSTRAINT recording_parts_removed CHECK (((remove_at IS NULL) OR (size IS NOT NULL)))
);

ALTER TABLE ONLY recording_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE recordings (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    state text NOT NULL,
    size integer DEFAULT 0 NOT NULL,
    media_type text,
    hash text,
    CONSTRAINT recordings_known CHECK (((state <> 'stored'::text) OR ((media_type IS NOT NULL) AND (hash IS NOT NULL)))),
    CONSTRAINT recordings_state_check CHECK ((state = ANY (ARRAY['arriving'::text, 'stored'::text, 'deleted'::text])))
);

CREATE TABLE reminder_days (
    workspace_id uuid NOT NULL,
    day date NOT NULL
);

CREATE TABLE review_comments (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    module_id uuid NOT NULL,
    section text NOT NULL,
    item_id uuid,
    round integer NOT NULL,
    kind text NOT NULL,
    body text NOT NULL,
    author_id uuid NOT NULL,
    author_name text NOT NULL,
    author_reviews boolean NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    resolved_at timestamp(3) with time zone,
    resolved_by_name text,
    CONSTRAINT review_comments_kind_check CHECK ((kind = ANY (ARRAY['comment'::text, 'query'::text]))),
    CONSTRAINT review_comments_section_check CHECK ((section = ANY (ARRAY['flashcards'::text, 'quiz'::text])))
);

CREATE TABLE review_decisions (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    module_id uuid NOT NULL,
    round_id uuid,
    section text,
    verdict text NOT NULL,
    content_hash text,
    reason text,
    by_id uuid,
    by_name text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    CONSTRAINT review_decisions_round CHECK (((round_id IS NULL) = (verdict = ANY (ARRAY['revised'::text, 'unpublished'::text, 'archived'::text, 'restored'::text])))),
    CONSTRAINT review_decisions_section_check CHECK ((section = ANY (ARRAY['flashcards'::text, 'quiz'::text]))),
    CONSTRAINT review_decisions_verdict_check CHECK ((verdict = ANY (ARRAY['approved'::text, 'queried'::text, 'rejected'::text, 'withdrawn'::text, 'published'::text, 'revised'::text, 'unpublished'::text, 'archived'::text, 'restored'::text])))
);

CREATE TABLE review_rounds (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    module_id uuid NOT NULL,
    cycle integer NOT NULL,
    round integer NOT NULL,
    title text NOT NULL,
    flashcards jsonb NOT NULL,
    quiz jsonb NOT NULL,
    flashcards_hash text GENERATED ALWAYS AS (content_hash(flashcards)) STORED NOT NULL,
    quiz_hash text GENERATED ALWAYS AS (content_hash(quiz)) STORED NOT NULL,
    submitted_by uuid,
    submitted_by_name text NOT NULL,
    submitted_at timestamp(3) with time zone NOT NULL,
    settings jsonb NOT NULL
);

CREATE TABLE review_views (
    workspace_id uuid NOT NULL,
    module_id uuid NOT NULL,
    reviewer_id uuid NOT NULL,
    round integer NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE schema_release (
    is_only boolean DEFAULT true NOT NULL,
    release text NOT NULL,
    oldest text NOT NULL,
    CONSTRAINT schema_release_is_only_check CHECK (is_only)
);

CREATE TABLE scim_connections (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    state text NOT NULL,
    state_since timestamp(3) with time zone NOT NULL,
    stopped_because text,
    agreed_until timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT scim_connections_check CHECK (((state = 'stopped'::text) = (stopped_because IS NOT NULL))),
    CONSTRAINT scim_connections_state_check CHECK ((state = ANY (ARRAY['rehearsal'::text, 'on'::text, 'stopped'::text]))),
    CONSTRAINT scim_connections_stopped_because_check CHECK ((stopped_because = ANY (ARRAY['share'::text, 'last_super_admin'::text])))
);

CREATE TABLE scim_group_members (
    workspace_id uuid NOT NULL,
    connection_id uuid NOT NULL,
    group_id uuid NOT NULL,
    person_id uuid NOT NULL
);

CREATE TABLE scim_groups (
    workspace_id uuid NOT NULL,
    connection_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    external_id text,
    role text,
    department_id uuid,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    "position" integer,
    revision integer DEFAULT 0 NOT NULL
);

CREATE TABLE scim_people (
    workspace_id uuid NOT NULL,
    connection_id uuid NOT NULL,
    id uuid NOT NULL,
    user_name_key text NOT NULL,
    external_id text,
    email text,
    resource jsonb NOT NULL,
    is_pending boolean NOT NULL,
    applied_at timestamp(3) with time zone,
    role_given text,
    department_given uuid,
    ended_at timestamp(3) with time zone,
    deleted_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    baseline jsonb
);

CREATE TABLE scim_requests (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    connection_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    operation text NOT NULL,
    status integer NOT NULL,
    detail text
);

CREATE TABLE section_proposals (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    module_id uuid NOT NULL,
    section text NOT NULL,
    items jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    created_by uuid,
    job_id uuid,
    CONSTRAINT section_proposals_section_check CHECK ((section = ANY (ARRAY['flashcards'::text, 'quiz'::text])))
);

CREATE TABLE sections (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    module_id uuid NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    items jsonb NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    content_hash text GENERATED ALWAYS AS (content_hash(items)) STORED NOT NULL,
    state_since timestamp(3) with time zone NOT NULL,
    state_by_name text,
    saved_by uuid,
    saved_by_name text,
    CONSTRAINT sections_kind_check CHECK ((kind = ANY (ARRAY['flashcards'::text, 'quiz'::text]))),
    CONSTRAINT sections_state_check CHECK ((state = ANY (ARRAY['editable'::text, 'locked'::text, 'queried'::text, 'approved'::text])))
);

CREATE TABLE seen_cards (
    workspace_id uuid NOT NULL,
    enrollment_id uuid NOT NULL,
    card_id uuid NOT NULL,
    item_hash text NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL
);

CREATE VIEW server_secrets AS
 SELECT server_secrets.name,
    server_secrets.value
   FROM directory.server_secrets;

CREATE TABLE set_up_put_away (
    workspace_id uuid NOT NULL,
    user_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

CREATE TABLE shared_devices (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    shows text NOT NULL,
    department_id uuid,
    manager_id uuid,
    created_at timestamp(3) with time zone NOT NULL,
    created_by_name text NOT NULL,
    code_hash text,
    code_expires_at timestamp(3) with time zone,
    token_hash text,
    set_up_at timestamp(3) with time zone,
    used_at timestamp(3) with time zone,
    lists text DEFAULT 'everyone'::text NOT NULL,
    CONSTRAINT shared_devices_check CHECK (((department_id IS NULL) OR (manager_id IS NULL))),
    CONSTRAINT shared_devices_lists_check CHECK ((lists = ANY (ARRAY['everyone'::text, 'on_shift'::text]))),
    CONSTRAINT shared_devices_shows_check CHECK ((shows = ANY (ARRAY['name'::text, 'initial'::text, 'picture'::text, 'number'::text])))
);

CREATE TABLE shifts (
    workspace_id uuid NOT NULL,
    user_id uuid NOT NULL,
    starts_at timestamp(3) with time zone NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT shifts_check CHECK ((ends_at > starts_at))
);

CREATE TABLE sign_in_codes (
    workspace_id uuid NOT NULL,
    user_id uuid NOT NULL,
    hash text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    created_by_name text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE sign_in_domains (
    workspace_id uuid NOT NULL,
    domain text NOT NULL,
    token text NOT NULL,
    added_at timestamp(3) with time zone NOT NULL,
    verified_at timestamp(3) with time zone,
    verified_by text,
    checked_at timestamp(3) with time zone,
    missing_since timestamp(3) with time zone,
    CONSTRAINT sign_in_domains_check CHECK (((verified_at IS NULL) = (verified_by IS NULL))),
    CONSTRAINT sign_in_domains_verified_by_check CHECK ((verified_by = ANY (ARRAY['dns'::text, 'operator'::text])))
);

CREATE TABLE sign_in_issuers (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    is_on boolean NOT NULL,
    session_key uuid NOT NULL,
    issuer text NOT NULL,
    client_id text,
    key_id text,
    sealed sealed_secret,
    created_at timestamp(3) with time zone NOT NULL,
    created_by_name text NOT NULL,
    sign_in_url text,
    certificates text[],
    CONSTRAINT sign_in_issuers_kind CHECK ((((client_id IS NOT NULL) AND (key_id IS NOT NULL) AND (sealed IS NOT NULL) AND (sign_in_url IS NULL) AND (certificates IS NULL)) OR ((client_id IS NULL) AND (key_id IS NULL) AND (sealed IS NULL) AND (sign_in_url IS NOT NULL) AND (certificates IS NOT NULL))))
);

CREATE TABLE source_drifts (
    workspace_id uuid NOT NULL,
    module_id uuid NOT NULL,
    section text NOT NULL,
    item_id uuid NOT NULL,
    "position" integer NOT NULL,
    title text NOT NULL,
    quote text NOT NULL,
    suggestion_id uuid NOT NULL,
    file_id uuid NOT NULL,
    gone boolean NOT NULL,
    old jsonb NOT NULL,
    now jsonb,
    marked_at timestamp(3) with time zone NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    confirmed_at timestamp(3) with time zone,
    confirmed_by_name text,
    CONSTRAINT source_drifts_confirmed CHECK (((confirmed_at IS NULL) = (confirmed_by_name IS NULL))),
    CONSTRAINT source_drifts_section_check CHECK ((section = ANY (ARRAY['flashcards'::text, 'quiz'::text]))),
    CONSTRAINT source_drifts_version_check CHECK ((version > 0))
);

CREATE TABLE spoken_answers (
    workspace_id uuid NOT NULL,
    answer_id uuid NOT NULL,
    recording_id uuid,
    language text,
    transcript text,
    heard_language text,
    seconds double precision,
    speech_confidence double precision,
    corrected text,
    confirmed_at timestamp(3) with time zone,
    waits_until timestamp(3) with time zone,
    trainer_reason text,
    failure_code text,
    failure_detail text,
    CONSTRAINT spoken_answers_speech_confidence_check CHECK (((speech_confidence >= (0)::double precision) AND (speech_confidence <= (1)::double precision))),
    CONSTRAINT spoken_answers_trainer_reason_check CHECK ((trainer_reason = ANY (ARRAY['no_key'::text, 'failed'::text, 'late'::text, 'nothing_heard'::text, 'unsure'::text, 'corrected'::text])))
);

CREATE TABLE sql_objects (
    name text NOT NULL,
    hash text NOT NULL
);

CREATE TABLE suggestion_keys (
    workspace_id uuid NOT NULL,
    key bigint NOT NULL,
    source_key text NOT NULL,
    suggestion_id uuid NOT NULL
);

CREATE TABLE suggestions (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    status text NOT NULL,
    title text NOT NULL,
    content text NOT NULL,
    text_hash bytea NOT NULL,
    source_name text NOT NULL,
    source_url text,
    department_id uuid,
    duplicate_of uuid,
    created_at timestamp(3) with time zone NOT NULL,
    dismissed_at timestamp(3) with time zone,
    dismissed_by_name text,
    dismiss_reason text,
    accepted_at timestamp(3) with time zone,
    accepted_by_name text,
    module_id uuid,
    source_key text NOT NULL,
    document bigint,
    superseded_at timestamp(3) with time zone,
    superseded_by uuid,
    drive_file_id uuid,
    scan jsonb,
    CONSTRAINT suggestions_accepted CHECK (((status = 'accepted'::text) = (module_id IS NOT NULL))),
    CONSTRAINT suggestions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'dismissed'::text, 'superseded'::text]))),
    CONSTRAINT suggestions_superseded CHECK ((((status = 'superseded'::text) = (superseded_by IS NOT NULL)) AND ((superseded_by IS NULL) = (superseded_at IS NULL))))
);

CREATE TABLE user_counts (
    workspace_id uuid NOT NULL,
    department_id uuid NOT NULL,
    role text NOT NULL,
    is_active boolean NOT NULL,
    people integer NOT NULL,
    without_email integer DEFAULT 0 NOT NULL
);

CREATE TABLE user_managers (
    workspace_id uuid NOT NULL,
    user_id uuid NOT NULL,
    number integer NOT NULL,
    manager_id uuid NOT NULL,
    from_at timestamp(3) with time zone NOT NULL,
    until_at timestamp(3) with time zone,
    CONSTRAINT user_managers_check CHECK ((until_at >= from_at)),
    CONSTRAINT user_managers_number_check CHECK ((number > 0))
);

CREATE TABLE user_pins (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    version integer NOT NULL,
    key_id text NOT NULL,
    sealed sealed_secret NOT NULL,
    chosen_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE user_sign_ins (
    workspace_id uuid NOT NULL,
    user_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

CREATE TABLE webhook_attempts (
    workspace_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    n integer NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    duration_ms integer NOT NULL,
    status integer,
    error text,
    response text,
    CONSTRAINT webhook_attempts_duration_ms_check CHECK ((duration_ms >= 0)),
    CONSTRAINT webhook_attempts_n_check CHECK ((n > 0))
);

CREATE TABLE webhook_deliveries (
    workspace_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    sequence bigint,
    at timestamp(3) with time zone NOT NULL,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    replayed boolean DEFAULT false NOT NULL,
    regardless boolean DEFAULT false NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    leased_until timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    deferrals integer DEFAULT 0 NOT NULL,
    lease_id uuid,
    CONSTRAINT webhook_deliveries_finished CHECK (((state = ANY (ARRAY['delivered'::text, 'exhausted'::text, 'cancelled'::text])) = (finished_at IS NOT NULL))),
    CONSTRAINT webhook_deliveries_leased CHECK (((state = 'sending'::text) = (leased_until IS NOT NULL))),
    CONSTRAINT webhook_deliveries_sequence_check CHECK ((sequence > 0)),
    CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'retrying'::text, 'delivered'::text, 'exhausted'::text, 'held'::text, 'cancelled'::text])))
);

CREATE TABLE webhook_endpoints (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    url text NOT NULL,
    description text,
    types text[] NOT NULL,
    state text DEFAULT 'on'::text NOT NULL,
    off_reason text,
    off_at timestamp(3) with time zone,
    failing_since timestamp(3) with time zone,
    last_failure_at timestamp(3) with time zone,
    paused_until timestamp(3) with time zone,
    created_by uuid,
    created_by_name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT webhook_endpoints_failing CHECK (((failing_since IS NULL) = (last_failure_at IS NULL))),
    CONSTRAINT webhook_endpoints_off CHECK (((state = 'off'::text) = ((off_reason IS NOT NULL) AND (off_at IS NOT NULL)))),
    CONSTRAINT webhook_endpoints_off_reason_check CHECK ((off_reason = ANY (ARRAY['unchecked'::text, 'by_hand'::text, 'failing'::text, 'gone'::text, 'no_secret'::text]))),
    CONSTRAINT webhook_endpoints_state_check CHECK ((state = ANY (ARRAY['on'::text, 'off'::text, 'removed'::text])))
);

CREATE TABLE webhook_secrets (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    version integer NOT NULL,
    key_id text NOT NULL,
    sealed sealed_secret NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    CONSTRAINT webhook_secrets_version_check CHECK ((version > 0))
);

CREATE TABLE workspace_move_callers (
    workspace_id uuid NOT NULL,
    hash bytea NOT NULL
);

CREATE TABLE workspace_moves (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    direction text NOT NULL,
    step text NOT NULL,
    is_resting boolean NOT NULL,
    is_away boolean NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    origin text,
    jobs jsonb,
    progress jsonb DEFAULT '{}'::jsonb NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    switched_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    CONSTRAINT workspace_moves_check CHECK ((is_resting OR (NOT is_away))),
    CONSTRAINT workspace_moves_direction_check CHECK ((direction = ANY (ARRAY['out'::text, 'in'::text]))),
    CONSTRAINT workspace_moves_step_check CHECK ((step = ANY (ARRAY['prepared'::text, 'copying'::text, 'checking'::text, 'leaving'::text, 'switched'::text, 'finished'::text])))
);

CREATE TABLE workspaces (
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    api_may_assign_super_admin boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    time_zone text DEFAULT 'UTC'::text NOT NULL,
    sso_domains text[] DEFAULT '{}'::text[] NOT NULL,
    grading_trust text DEFAULT 'trainers'::text NOT NULL,
    grading_figure numeric(3,2),
    grade_sample_key uuid DEFAULT gen_random_uuid() NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    is_away boolean DEFAULT false NOT NULL,
    require_passkey_for_super_admins boolean DEFAULT false NOT NULL,
    people_without_email boolean DEFAULT false NOT NULL,
    managers_may_excuse boolean DEFAULT false NOT NULL,
    due_soon_days integer DEFAULT 7 NOT NULL,
    manager_told_days integer DEFAULT 0,
    next_manager_told_days integer DEFAULT 14,
    scim_brake_percent integer DEFAULT 5 NOT NULL,
    pin_sign_in boolean DEFAULT false NOT NULL,
    require_single_sign_on boolean DEFAULT false NOT NULL,
    shared_devices boolean DEFAULT false NOT NULL,
    session_days integer DEFAULT 30 NOT NULL,
    recordings_kept_days integer DEFAULT 30 NOT NULL,
    transcripts_kept_days integer,
    addresses_kept_days integer,
    CONSTRAINT workspaces_addresses_kept_days_check CHECK (((addresses_kept_days >= 1) AND (addresses_kept_days <= 3650))),
    CONSTRAINT workspaces_due_soon_days_check CHECK (((due_soon_days >= 1) AND (due_soon_days <= 60))),
    CONSTRAINT workspaces_grading_figure CHECK (((grading_trust = 'figure'::text) = (grading_figure IS NOT NULL))),
    CONSTRAINT workspaces_grading_figure_check CHECK (((grading_figure >= 0.7) AND (grading_figure <= (1)::numeric))),
    CONSTRAINT workspaces_grading_trust_check CHECK ((grading_trust = ANY (ARRAY['trainers'::text, 'figure'::text, 'nobody'::text]))),
    CONSTRAINT workspaces_manager_told_days_check CHECK (((manager_told_days >= 0) AND (manager_told_days <= 365))),
    CONSTRAINT workspaces_next_manager_told_days_check CHECK (((next_manager_told_days >= 0) AND (next_manager_told_days <= 365))),
    CONSTRAINT workspaces_recordings_kept_days_check CHECK (((recordings_kept_days >= 30) AND (recordings_kept_days <= 365))),
    CONSTRAINT workspaces_scim_brake_percent_check CHECK (((scim_brake_percent >= 1) AND (scim_brake_percent <= 100))),
    CONSTRAINT workspaces_session_days_check CHECK (((session_days >= 1) AND (session_days <= 30))),
    CONSTRAINT workspaces_transcripts_kept_days_check CHECK (((transcripts_kept_days >= 30) AND (transcripts_kept_days <= 3650)))
);

ALTER TABLE ONLY directory.auth_sessions
    ADD CONSTRAINT auth_sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY directory.auth_sessions
    ADD CONSTRAINT auth_sessions_token_key UNIQUE (token);

ALTER TABLE ONLY directory.auth_verifications
    ADD CONSTRAINT auth_verifications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY directory.credential_pauses
    ADD CONSTRAINT credential_pauses_pkey PRIMARY KEY (credential);

ALTER TABLE ONLY directory.encryption_keys
    ADD CONSTRAINT encryption_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY directory.identities
    ADD CONSTRAINT identities_email_key UNIQUE (email);

ALTER TABLE ONLY directory.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (id);

ALTER TABLE ONLY directory.lark_connections
    ADD CONSTRAINT lark_connections_pkey PRIMARY KEY (kind, app_id);

ALTER TABLE ONLY directory.passkeys
    ADD CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY directory.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY directory.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (identity_id, hash);

ALTER TABLE ONLY directory.server_secrets
    ADD CONSTRAINT server_secrets_pkey PRIMARY KEY (name);

ALTER TABLE ONLY directory.sign_in_pauses
    ADD CONSTRAINT sign_in_pauses_pkey PRIMARY KEY (key);

ALTER TABLE ONLY ai_budget_months
    ADD CONSTRAINT ai_budget_months_pkey PRIMARY KEY (workspace_id, month);

ALTER TABLE ONLY ai_call_days
    ADD CONSTRAINT ai_call_days_pkey PRIMARY KEY (workspace_id, day, capability, purpose, provider, model, own);

ALTER TABLE ONLY ai_calls
    ADD CONSTRAINT ai_calls_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY ai_file_parts
    ADD CONSTRAINT ai_file_parts_pkey PRIMARY KEY (workspace_id, file_id, n);

ALTER TABLE ONLY ai_files
    ADD CONSTRAINT ai_files_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY ai_job_modules
    ADD CONSTRAINT ai_job_modules_pkey PRIMARY KEY (workspace_id, job_id, module_id);

ALTER TABLE ONLY ai_jobs
    ADD CONSTRAINT ai_jobs_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY ai_module_days
    ADD CONSTRAINT ai_module_days_pkey PRIMARY KEY (workspace_id, day, module_id, purpose, own);

ALTER TABLE ONLY ai_reservations
    ADD CONSTRAINT ai_reservations_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY answers
    ADD CONSTRAINT answers_once UNIQUE (workspace_id, attempt_id, question_id);

ALTER TABLE ONLY answers
    ADD CONSTRAINT answers_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY api_token_uses
    ADD CONSTRAINT api_token_uses_pkey PRIMARY KEY (workspace_id, token_id);

ALTER TABLE ONLY api_tokens
    ADD CONSTRAINT api_tokens_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY appeals
    ADD CONSTRAINT appeals_pkey PRIMARY KEY (workspace_id, answer_id, number);

ALTER TABLE ONLY approved_translations
    ADD CONSTRAINT approved_translations_pkey PRIMARY KEY (workspace_id, module_id, language, part, item_id, source_hash, number);

ALTER TABLE ONLY assignment_enrollments
    ADD CONSTRAINT assignment_enrollments_pkey PRIMARY KEY (workspace_id, enrollment_id, assignment_id);

ALTER TABLE ONLY assignment_maintenance
    ADD CONSTRAINT assignment_maintenance_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY assignment_runs
    ADD CONSTRAINT assignment_runs_pkey PRIMARY KEY (workspace_id, assignment_id);

ALTER TABLE ONLY assignments
    ADD CONSTRAINT assignments_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY attempts
    ADD CONSTRAINT attempts_number UNIQUE (workspace_id, enrollment_id, number);

ALTER TABLE ONLY attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY attested_completions
    ADD CONSTRAINT attested_completions_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY attested_evidence
    ADD CONSTRAINT attested_evidence_pkey PRIMARY KEY (workspace_id, attested_id, number);

ALTER TABLE ONLY attested_file_parts
    ADD CONSTRAINT attested_file_parts_pkey PRIMARY KEY (workspace_id, file_id, n);

ALTER TABLE ONLY attested_files
    ADD CONSTRAINT attested_files_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY audit_chain
    ADD CONSTRAINT audit_chain_event UNIQUE (workspace_id, event_at, event_id);

ALTER TABLE ONLY audit_chain
    ADD CONSTRAINT audit_chain_pkey PRIMARY KEY (workspace_id, "position");

ALTER TABLE ONLY audit_events
    ADD CONSTRAINT audit_events_pkey PRIMARY KEY (workspace_id, at, id);

ALTER TABLE ONLY catalog_revisions
    ADD CONSTRAINT catalog_revisions_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY changed_topics
    ADD CONSTRAINT changed_topics_pkey PRIMARY KEY (id);

ALTER TABLE ONLY chat_connections
    ADD CONSTRAINT chat_connections_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY completion_evidence
    ADD CONSTRAINT completion_evidence_pkey PRIMARY KEY (workspace_id, enrollment_id, number);

ALTER TABLE ONLY courses
    ADD CONSTRAINT courses_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY department_module_stats
    ADD CONSTRAINT department_module_stats_pkey PRIMARY KEY (workspace_id, is_active, department_id, module_id);

ALTER TABLE ONLY departments
    ADD CONSTRAINT departments_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY drive_authorizations
    ADD CONSTRAINT drive_authorizations_once UNIQUE (workspace_id, state_hash);

ALTER TABLE ONLY drive_authorizations
    ADD CONSTRAINT drive_authorizations_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY drive_change_feeds
    ADD CONSTRAINT drive_change_feeds_pkey PRIMARY KEY (workspace_id, connection_id, drive_id);

ALTER TABLE ONLY drive_channels
    ADD CONSTRAINT drive_channels_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY drive_connections
    ADD CONSTRAINT drive_connections_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY drive_crawl_folders
    ADD CONSTRAINT drive_crawl_folders_pkey PRIMARY KEY (workspace_id, crawl_id, provider_id);

ALTER TABLE ONLY drive_crawl_missing
    ADD CONSTRAINT drive_crawl_missing_pkey PRIMARY KEY (workspace_id, crawl_id, is_file, file_id);

ALTER TABLE ONLY drive_crawl_seen
    ADD CONSTRAINT drive_crawl_seen_pkey PRIMARY KEY (workspace_id, crawl_id, id);

ALTER TABLE ONLY drive_crawls
    ADD CONSTRAINT drive_crawls_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY drive_file_changes
    ADD CONSTRAINT drive_file_changes_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY drive_files
    ADD CONSTRAINT drive_files_once UNIQUE (workspace_id, connection_id, provider_id);

ALTER TABLE ONLY drive_files
    ADD CONSTRAINT drive_files_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY drive_files_to_request
    ADD CONSTRAINT drive_files_to_request_pkey PRIMARY KEY (workspace_id, connection_id, provider_id);

ALTER TABLE ONLY drive_folders
    ADD CONSTRAINT drive_folders_once UNIQUE (workspace_id, connection_id, provider_id);

ALTER TABLE ONLY drive_folders
    ADD CONSTRAINT drive_folders_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY drive_folders_to_list
    ADD CONSTRAINT drive_folders_to_list_pkey PRIMARY KEY (workspace_id, connection_id, provider_id);

ALTER TABLE ONLY drive_texts
    ADD CONSTRAINT drive_texts_pkey PRIMARY KEY (workspace_id, file_id);

ALTER TABLE ONLY enrollments
    ADD CONSTRAINT enrollments_cycle UNIQUE (workspace_id, user_id, module_id, cycle);

ALTER TABLE ONLY enrollments
    ADD CONSTRAINT enrollments_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY event_sequences
    ADD CONSTRAINT event_sequences_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY generated_items
    ADD CONSTRAINT generated_items_pkey PRIMARY KEY (workspace_id, module_id, item_id);

ALTER TABLE ONLY grade_checks
    ADD CONSTRAINT grade_checks_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY grade_checks
    ADD CONSTRAINT grade_checks_workspace_id_answer_id_number_key UNIQUE (workspace_id, answer_id, number);

ALTER TABLE ONLY grades
    ADD CONSTRAINT grades_pkey PRIMARY KEY (workspace_id, answer_id, number);

ALTER TABLE ONLY idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (workspace_id, token_id, operation, key);

ALTER TABLE ONLY invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY item_translations
    ADD CONSTRAINT item_translations_pkey PRIMARY KEY (workspace_id, module_id, language, part, item_id, source_hash);

ALTER TABLE ONLY mail_failures
    ADD CONSTRAINT mail_failures_pkey PRIMARY KEY (workspace_id, user_id);

ALTER TABLE ONLY media_pieces
    ADD CONSTRAINT media_pieces_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY media
    ADD CONSTRAINT media_pkey PRIMARY KEY (workspace_id, digest);

ALTER TABLE ONLY module_contributors
    ADD CONSTRAINT module_contributors_pkey PRIMARY KEY (workspace_id, module_id, cycle, user_id);

ALTER TABLE ONLY module_feedback
    ADD CONSTRAINT module_feedback_pkey PRIMARY KEY (workspace_id, enrollment_id);

ALTER TABLE ONLY module_revisions
    ADD CONSTRAINT module_revisions_number UNIQUE (workspace_id, module_id, number);

ALTER TABLE ONLY module_revisions
    ADD CONSTRAINT module_revisions_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY module_stat_changes
    ADD CONSTRAINT module_stat_changes_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY module_stat_clocks
    ADD CONSTRAINT module_stat_clocks_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY module_stats
    ADD CONSTRAINT module_stats_pkey PRIMARY KEY (workspace_id, is_active, module_id);

ALTER TABLE ONLY module_suggestions
    ADD CONSTRAINT module_suggestions_pkey PRIMARY KEY (workspace_id, module_id, suggestion_id);

ALTER TABLE ONLY module_variants
    ADD CONSTRAINT module_variants_pkey PRIMARY KEY (workspace_id, module_id, language);

ALTER TABLE ONLY module_variants
    ADD CONSTRAINT module_variants_workspace_id_id_key UNIQUE (workspace_id, id);

ALTER TABLE ONLY modules
    ADD CONSTRAINT modules_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY modules
    ADD CONSTRAINT modules_position UNIQUE (workspace_id, course_id, "position") DEFERRABLE;

ALTER TABLE ONLY notification_settings
    ADD CONSTRAINT notification_settings_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY notification_switches
    ADD CONSTRAINT notification_switches_pkey PRIMARY KEY (workspace_id, category, channel);

ALTER TABLE ONLY notification_unsubscribes
    ADD CONSTRAINT notification_unsubscribes_pkey PRIMARY KEY (workspace_id, user_id, category);

ALTER TABLE ONLY notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY outgoing_events
    ADD CONSTRAINT outgoing_events_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY path_assignments
    ADD CONSTRAINT path_assignments_pkey PRIMARY KEY (workspace_id, assignment_id);

ALTER TABLE ONLY path_completions
    ADD CONSTRAINT path_completions_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY path_steps
    ADD CONSTRAINT path_steps_pkey PRIMARY KEY (workspace_id, path_id, module_id);

ALTER TABLE ONLY paths
    ADD CONSTRAINT paths_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY provider_key_health
    ADD CONSTRAINT provider_key_health_pkey PRIMARY KEY (workspace_id, provider_key_id);

ALTER TABLE ONLY provider_keys
    ADD CONSTRAINT provider_keys_capability UNIQUE (workspace_id, capability);

ALTER TABLE ONLY provider_keys
    ADD CONSTRAINT provider_keys_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY queue_turns
    ADD CONSTRAINT queue_turns_pkey PRIMARY KEY (workspace_id, queue);

ALTER TABLE ONLY quote_checks
    ADD CONSTRAINT quote_checks_pkey PRIMARY KEY (workspace_id, module_id);

ALTER TABLE ONLY rate_windows
    ADD CONSTRAINT rate_windows_pkey PRIMARY KEY (workspace_id, token_id, kind, starts_at);

ALTER TABLE ONLY recording_parts
    ADD CONSTRAINT recording_parts_pkey PRIMARY KEY (workspace_id, recording_id, n);

ALTER TABLE ONLY recordings
    ADD CONSTRAINT recordings_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY reminder_days
    ADD CONSTRAINT reminder_days_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY review_comments
    ADD CONSTRAINT review_comments_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY review_decisions
    ADD CONSTRAINT review_decisions_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY review_rounds
    ADD CONSTRAINT review_rounds_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY review_rounds
    ADD CONSTRAINT review_rounds_round UNIQUE (workspace_id, module_id, round);

ALTER TABLE ONLY review_views
    ADD CONSTRAINT review_views_pkey PRIMARY KEY (workspace_id, module_id, reviewer_id, round);

ALTER TABLE ONLY schema_release
    ADD CONSTRAINT schema_release_pkey PRIMARY KEY (is_only);

ALTER TABLE ONLY scim_connections
    ADD CONSTRAINT scim_connections_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY scim_group_members
    ADD CONSTRAINT scim_group_members_pkey PRIMARY KEY (workspace_id, connection_id, group_id, person_id);

ALTER TABLE ONLY scim_groups
    ADD CONSTRAINT scim_groups_pkey PRIMARY KEY (workspace_id, connection_id, id);

ALTER TABLE ONLY scim_people
    ADD CONSTRAINT scim_people_pkey PRIMARY KEY (workspace_id, connection_id, id);

ALTER TABLE ONLY scim_requests
    ADD CONSTRAINT scim_requests_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY section_proposals
    ADD CONSTRAINT section_proposals_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY sections
    ADD CONSTRAINT sections_kind UNIQUE (workspace_id, module_id, kind);

ALTER TABLE ONLY sections
    ADD CONSTRAINT sections_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY seen_cards
    ADD CONSTRAINT seen_cards_pkey PRIMARY KEY (workspace_id, enrollment_id, card_id, item_hash);

ALTER TABLE ONLY set_up_put_away
    ADD CONSTRAINT set_up_put_away_pkey PRIMARY KEY (workspace_id, user_id);

ALTER TABLE ONLY shared_devices
    ADD CONSTRAINT shared_devices_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY shared_devices
    ADD CONSTRAINT shared_devices_workspace_id_code_hash_key UNIQUE (workspace_id, code_hash);

ALTER TABLE ONLY shared_devices
    ADD CONSTRAINT shared_devices_workspace_id_token_hash_key UNIQUE (workspace_id, token_hash);

ALTER TABLE ONLY shifts
    ADD CONSTRAINT shifts_pkey PRIMARY KEY (workspace_id, user_id, starts_at);

ALTER TABLE ONLY sign_in_codes
    ADD CONSTRAINT sign_in_codes_pkey PRIMARY KEY (workspace_id, user_id);

ALTER TABLE ONLY sign_in_codes
    ADD CONSTRAINT sign_in_codes_workspace_id_hash_key UNIQUE (workspace_id, hash);

ALTER TABLE ONLY sign_in_domains
    ADD CONSTRAINT sign_in_domains_pkey PRIMARY KEY (workspace_id, domain);

ALTER TABLE ONLY sign_in_issuers
    ADD CONSTRAINT sign_in_issuers_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY sign_in_issuers
    ADD CONSTRAINT sign_in_issuers_workspace_id_is_on_key UNIQUE (workspace_id, is_on);

ALTER TABLE ONLY source_drifts
    ADD CONSTRAINT source_drifts_pkey PRIMARY KEY (workspace_id, module_id, section, item_id);

ALTER TABLE ONLY spoken_answers
    ADD CONSTRAINT spoken_answers_pkey PRIMARY KEY (workspace_id, answer_id);

ALTER TABLE ONLY sql_objects
    ADD CONSTRAINT sql_objects_pkey PRIMARY KEY (name);

ALTER TABLE ONLY suggestion_keys
    ADD CONSTRAINT suggestion_keys_pkey PRIMARY KEY (workspace_id, key, source_key);

ALTER TABLE ONLY suggestions
    ADD CONSTRAINT suggestions_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY suggestions
    ADD CONSTRAINT suggestions_source UNIQUE (workspace_id, text_hash, source_key);

ALTER TABLE ONLY user_counts
    ADD CONSTRAINT user_counts_pkey PRIMARY KEY (workspace_id, department_id, role, is_active);

ALTER TABLE ONLY user_managers
    ADD CONSTRAINT user_managers_pkey PRIMARY KEY (workspace_id, user_id, number);

ALTER TABLE ONLY user_pins
    ADD CONSTRAINT user_pins_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY user_sign_ins
    ADD CONSTRAINT user_sign_ins_pkey PRIMARY KEY (workspace_id, user_id);

ALTER TABLE ONLY users
    ADD CONSTRAINT users_email UNIQUE (workspace_id, email);

ALTER TABLE ONLY users
    ADD CONSTRAINT users_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY webhook_attempts
    ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (workspace_id, endpoint_id, event_id, n);

ALTER TABLE ONLY webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (workspace_id, endpoint_id, event_id);

ALTER TABLE ONLY webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY webhook_secrets
    ADD CONSTRAINT webhook_secrets_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY webhook_secrets
    ADD CONSTRAINT webhook_secrets_version UNIQUE (workspace_id, endpoint_id, version);

ALTER TABLE ONLY workspace_move_callers
    ADD CONSTRAINT workspace_move_callers_pkey PRIMARY KEY (workspace_id, hash);

ALTER TABLE ONLY workspace_moves
    ADD CONSTRAINT workspace_moves_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY workspaces
    ADD CONSTRAINT workspaces_pkey PRIMARY KEY (id);

ALTER TABLE ONLY workspaces
    ADD CONSTRAINT workspaces_slug_key UNIQUE (slug);

CREATE INDEX auth_sessions_age ON directory.auth_sessions USING btree (expires_at);

CREATE INDEX auth_sessions_handed_by ON directory.auth_sessions USING btree (handed_by) WHERE (handed_by IS NOT NULL);

CREATE INDEX auth_sessions_issuer ON directory.auth_sessions USING btree (issuer_key) WHERE (issuer_key IS NOT NULL);

CREATE INDEX auth_sessions_passkey ON directory.auth_sessions USING btree (passkey_id) WHERE (passkey_id IS NOT NULL);

CREATE INDEX auth_sessions_person ON directory.auth_sessions USING btree (person_id) WHERE (person_id IS NOT NULL);

CREATE INDEX auth_sessions_user_id_idx ON directory.auth_sessions USING btree (user_id);

CREATE INDEX auth_verifications_age ON directory.auth_verifications USING btree (expires_at);

CREATE INDEX auth_verifications_identifier_idx ON directory.auth_verifications USING btree (identifier);

CREATE INDEX auth_verifications_value ON directory.auth_verifications USING hash (value);

CREATE INDEX passkeys_identity ON directory.passkeys USING btree (identity_id);

CREATE INDEX ai_calls_job ON ai_calls USING btree (workspace_id, job_id, at) WHERE (job_id IS NOT NULL);

CREATE INDEX ai_file_parts_in_columns ON ai_file_parts USING btree (workspace_id, file_id) WHERE (size IS NULL);

CREATE INDEX ai_file_parts_to_remove ON ai_file_parts USING btree (remove_at) WHERE (remove_at IS NOT NULL);

CREATE INDEX ai_files_age ON ai_files USING btree (created_at);

CREATE INDEX ai_files_owner ON ai_files USING btree (workspace_id, created_by);

CREATE INDEX ai_job_modules_by_module ON ai_job_modules USING btree (workspace_id, module_id);

CREATE INDEX ai_jobs_files ON ai_jobs USING btree (workspace_id, file_id) WHERE (file_id IS NOT NULL);

CREATE INDEX ai_jobs_finished ON ai_jobs USING btree (finished_at) WHERE (finished_at IS NOT NULL);

CREATE INDEX ai_jobs_leases ON ai_jobs USING btree (leased_until) WHERE (state = 'running'::text);

CREATE INDEX ai_jobs_of_ai_jobs ON ai_jobs USING btree (workspace_id, destination_id) WHERE (destination_kind = 'ai_job'::text);

CREATE INDEX ai_jobs_of_answers ON ai_jobs USING btree (workspace_id, destination_id) WHERE (destination_kind = 'answer'::text);

CREATE INDEX ai_jobs_of_modules ON ai_jobs USING btree (workspace_id, destination_id) WHERE (destination_kind = 'module'::text);

CREATE INDEX ai_jobs_of_variants ON ai_jobs USING btree (workspace_id, destination_id, created_at) WHERE (destination_kind = 'variant'::text);

CREATE INDEX ai_jobs_order ON ai_jobs USING btree (workspace_id, created_by, created_at, id);

CREATE INDEX ai_jobs_parked ON ai_jobs USING btree (workspace_id, capability) WHERE (state = 'parked'::text);

CREATE INDEX ai_jobs_served ON ai_jobs USING btree (workspace_id, served_at) WHERE (served_at IS NOT NULL);

CREATE INDEX ai_jobs_waiting ON ai_jobs USING btree (background, workspace_id, due_at, id) WHERE (state = 'queued'::text);

CREATE INDEX ai_reservations_expiry ON ai_reservations USING btree (expires_at);

CREATE INDEX ai_reservations_month ON ai_reservations USING btree (workspace_id, month);

CREATE INDEX answers_carried ON answers USING btree (workspace_id, carried_from) WHERE (carried_from IS NOT NULL);

CREATE INDEX answers_spoken ON answers USING btree (workspace_id, given_at DESC, id DESC) WHERE ((kind = 'spoken'::text) AND (carried_from IS NULL));

CREATE INDEX answers_to_grade ON answers USING btree (workspace_id, given_at, id) WHERE ((state = 'trainer'::text) AND (carried_from IS NULL));

CREATE INDEX api_tokens_hash ON api_tokens USING btree (hash);

CREATE INDEX api_tokens_of_connection ON api_tokens USING btree (workspace_id, scim_connection_id) WHERE (scim_connection_id IS NOT NULL);

CREATE UNIQUE INDEX appeals_one_open ON appeals USING btree (workspace_id, answer_id) WHERE (decided_at IS NULL);

CREATE INDEX appeals_open ON appeals USING btree (workspace_id, at, answer_id) WHERE (decided_at IS NULL);

CREATE INDEX assignment_enrollments_by_time ON assignment_enrollments USING brin (added_at);

CREATE INDEX assignment_enrollments_of ON assignment_enrollments USING btree (workspace_id, assignment_id) WHERE (removed_at IS NULL);

CREATE INDEX assignment_runs_unfinished ON assignment_runs USING btree (touched_at) WHERE (finished_at IS NULL);

CREATE INDEX assignments_by_module ON assignments USING btree (workspace_id, module_id, created_at, id);

CREATE UNIQUE INDEX assignments_of_request ON assignments USING btree (workspace_id, request_id, module_id, user_id, department_id, role) NULLS NOT DISTINCT WHERE (request_id IS NOT NULL);

CREATE INDEX assignments_standing ON assignments USING btree (workspace_id, audience, department_id, role, user_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX attempts_unfinished ON attempts USING btree (workspace_id, enrollment_id) WHERE (state = ANY (ARRAY['open'::text, 'waiting'::text]));

CREATE INDEX attested_by_entry ON attested_completions USING btree (workspace_id, entered_at DESC, id DESC);

CREATE INDEX attested_file_parts_in_columns ON attested_file_parts USING btree (workspace_id, file_id) WHERE (size IS NULL);

CREATE INDEX attested_file_parts_to_remove ON attested_file_parts USING btree (remove_at) WHERE (remove_at IS NOT NULL);

CREATE UNIQUE INDEX attested_of_file ON attested_completions USING btree (workspace_id, file_id) WHERE (file_id IS NOT NULL);

CREATE UNIQUE INDEX attested_once ON attested_completions USING btree (workspace_id, user_id, module_id, completed_on, source) WHERE (withdrawn_at IS NULL);

CREATE INDEX audit_events_by_action ON audit_events USING btree (workspace_id, action, at DESC, id DESC);

CREATE INDEX audit_events_of_evidence ON audit_events USING btree (workspace_id, ((changes ->> 'enrollment_id'::text))) WHERE (action = ANY (ARRAY['learner.module_completed'::text, 'learner.evidence_recorded'::text]));

CREATE INDEX audit_events_of_modules ON audit_events USING btree (workspace_id, subject_id, at, id) WHERE (action ~~ 'module.%'::text);

CREATE INDEX chat_connections_due ON chat_connections USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE UNIQUE INDEX chat_connections_one ON chat_connections USING btree (workspace_id);

CREATE INDEX courses_by_department ON courses USING btree (workspace_id, department_id, created_at, id);

CREATE INDEX courses_by_title ON courses USING btree (workspace_id, lower(title), id);

CREATE INDEX courses_order ON courses USING btree (workspace_id, created_at, id);

CREATE UNIQUE INDEX departments_name ON departments USING btree (workspace_id, lower(name));

CREATE INDEX drive_change_feeds_due ON drive_change_feeds USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX drive_channels_by_end ON drive_channels USING btree (expires_at);

CREATE INDEX drive_channels_by_id ON drive_channels USING btree (id);

CREATE INDEX drive_channels_of ON drive_channels USING btree (workspace_id, connection_id, drive_id);

CREATE INDEX drive_connections_by_id ON drive_connections USING btree (id);

CREATE INDEX drive_connections_due ON drive_connections USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE UNIQUE INDEX drive_connections_live ON drive_connections USING btree (workspace_id, kind, app_id, account) WHERE (state <> 'disconnected'::text);

CREATE INDEX drive_connections_of_apps ON drive_connections USING btree (kind, app_id) WHERE ((kind <> 'google'::text) AND (state = ANY (ARRAY['connected'::text, 'degraded'::text])));

CREATE INDEX drive_crawl_folders_left ON drive_crawl_folders USING btree (workspace_id, crawl_id, provider_id) WHERE (NOT done);

CREATE INDEX drive_crawls_due ON drive_crawls USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX drive_crawls_of ON drive_crawls USING btree (workspace_id, connection_id, started_at);

CREATE UNIQUE INDEX drive_crawls_one ON drive_crawls USING btree (workspace_id, connection_id) WHERE (state = 'running'::text);

CREATE INDEX drive_file_changes_of ON drive_file_changes USING btree (workspace_id, connection_id, found_by, found_at);

CREATE INDEX drive_files_by_job ON drive_files USING btree (workspace_id, job_id) WHERE (job_id IS NOT NULL);

CREATE INDEX drive_files_by_state ON drive_files USING btree (workspace_id, connection_id, state, folder_id, reason) WHERE (NOT is_folder);

CREATE INDEX drive_files_by_suggestion ON drive_files USING btree (workspace_id, suggestion_id) WHERE (suggestion_id IS NOT NULL);

CREATE INDEX drive_files_due ON drive_files USING btree (workspace_id, connection_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX drive_files_folders ON drive_files USING btree (workspace_id, connection_id, provider_id) WHERE is_folder;

CREATE INDEX drive_files_leased ON drive_files USING btree (workspace_id, leased_until) WHERE (leased_until IS NOT NULL);

CREATE INDEX drive_files_listed ON drive_files USING btree (workspace_id, connection_id, state_at DESC, id DESC) WHERE (NOT is_folder);

CREATE INDEX drive_files_resource_keys ON drive_files USING btree (workspace_id, connection_id, provider_id) WHERE (resource_key IS NOT NULL);

CREATE INDEX drive_files_to_subscribe ON drive_files USING btree (workspace_id, connection_id, subscribe_at) WHERE ((subscribe_at IS NOT NULL) AND (folder_id IS NOT NULL));

CREATE INDEX drive_files_unlisted ON drive_files USING btree (workspace_id, connection_id, state_at DESC, id DESC) WHERE (is_folder AND (reason IS NOT NULL));

CREATE INDEX drive_files_with_scanner ON drive_files USING btree (workspace_id, connection_id) WHERE ((state = ANY (ARRAY['scanning'::text, 'waiting_for_key'::text])) AND (NOT is_folder));

CREATE INDEX drive_files_within ON drive_files USING gin (parent_ids);

CREATE INDEX drive_folders_by_department ON drive_folders USING btree (workspace_id, department_id) WHERE (department_id IS NOT NULL);

CREATE INDEX enrollments_begun ON enrollments USING btree (workspace_id, module_id, started_at DESC) WHERE (started_at IS NOT NULL);

CREATE INDEX enrollments_by_completion ON enrollments USING btree (workspace_id, completed_at) INCLUDE (module_id, department_id, is_active, assigned_at, final_points, passed, attested_id) WHERE (counted AND (completed_at IS NOT NULL));

CREATE INDEX enrollments_by_due ON enrollments USING btree (workspace_id, due_at) INCLUDE (completed_at, user_id, module_id) WHERE ((completed_at IS NOT NULL) AND (due_at IS NOT NULL));

CREATE INDEX enrollments_by_expiry ON enrollments USING btree (workspace_id, expires_at) INCLUDE (completed_at, user_id, module_id, cycle, is_current) WHERE ((completed_at IS NOT NULL) AND (expires_at IS NOT NULL));

CREATE INDEX enrollments_by_module ON enrollments USING btree (workspace_id, module_id) WHERE is_current;

CREATE INDEX enrollments_certified ON enrollments USING btree (workspace_id, certified_until) INCLUDE (module_id, department_id, is_active) WHERE (counted AND (certified_until IS NOT NULL));

CREATE UNIQUE INDEX enrollments_current ON enrollments USING btree (workspace_id, user_id, module_id) WHERE is_current;

CREATE INDEX enrollments_lapsing ON enrollments USING btree (workspace_id, lapses_at) INCLUDE (module_id, department_id, is_active, certificate, certified_until) WHERE (lapses_at IS NOT NULL);

CREATE INDEX enrollments_late ON enrollments USING btree (workspace_id, late_at) INCLUDE (module_id, department_id, is_active) WHERE (late_at IS NOT NULL);

CREATE UNIQUE INDEX enrollments_of_attested ON enrollments USING btree (workspace_id, attested_id) WHERE (attested_id IS NOT NULL);

CREATE INDEX enrollments_of_module ON enrollments USING btree (workspace_id, module_id) INCLUDE (is_active, department_id, assigned_at, completed_at, certified_until, attested_id) WHERE (counted AND ((completed_at IS NOT NULL) OR (certified_until IS NOT NULL)));

CREATE INDEX enrollments_out_of_attempts ON enrollments USING btree (workspace_id, id) WHERE out_of_attempts;

CREATE INDEX enrollments_unfinished ON enrollments USING btree (workspace_id, due_at) INCLUDE (module_id, department_id, is_active) WHERE (counted AND (completed_at IS NULL) AND (due_at IS NOT NULL));

CREATE INDEX enrollments_untold ON enrollments USING btree (workspace_id, expires_at) WHERE ((expires_at IS NOT NULL) AND (certificate_told IS DISTINCT FROM 'expired'::text));

CREATE INDEX generated_items_settled ON generated_items USING btree (workspace_id, feature, provider, model, prompt, outcome) WHERE (outcome IS NOT NULL);

CREATE INDEX grade_checks_open ON grade_checks USING btree (workspace_id, chosen_at, id) WHERE (checked_at IS NULL);

CREATE INDEX grades_by_time ON grades USING brin (at);

CREATE INDEX grades_of_models ON grades USING btree (workspace_id, provider, model, prompt, at DESC) INCLUDE (answer_id, number, counts, compared, score, language, typed) WHERE (kind = 'model'::text);

CREATE INDEX grades_of_people ON grades USING btree (workspace_id, answer_id, number) INCLUDE (kind, score, at) WHERE (kind <> 'model'::text);

CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);

CREATE INDEX invitations_by_time ON invitations USING btree (workspace_id, kind, at);

CREATE INDEX invitations_of_person ON invitations USING btree (workspace_id, user_id, at);

CREATE UNIQUE INDEX media_pieces_of_media ON media_pieces USING btree (workspace_id, digest, n) WHERE (digest IS NOT NULL);

CREATE INDEX media_pieces_unused ON media_pieces USING btree (workspace_id, created_at) WHERE (digest IS NULL);

CREATE INDEX module_feedback_by_module ON module_feedback USING btree (workspace_id, module_id, given_at, enrollment_id);

CREATE INDEX module_revisions_by_suggestion ON module_revisions USING gin (named_suggestions(flashcards, quiz));

CREATE INDEX modules_in_review ON modules USING btree (workspace_id, submitted_at, id) INCLUDE (claimed_by) WHERE ((workflow = 'in_review'::text) AND (status <> 'archived'::text));

CREATE INDEX modules_sent_back ON modules USING btree (workspace_id, submitted_at, id) INCLUDE (claimed_by) WHERE ((workflow = 'changes_requested'::text) AND (status <> 'archived'::text));

CREATE INDEX notifications_by_time ON notifications USING brin (at);

CREATE INDEX notifications_chat_due ON notifications USING btree (workspace_id, due_at, id) WHERE ((channel = 'chat'::text) AND (due_at IS NOT NULL));

CREATE INDEX notifications_due ON notifications USING btree (workspace_id, channel, due_at, id) WHERE (due_at IS NOT NULL);

CREATE INDEX notifications_of_event ON notifications USING btree (workspace_id, event_id) WHERE (event_id IS NOT NULL);

CREATE INDEX notifications_of_person ON notifications USING btree (workspace_id, recipient_id, at DESC, id DESC);

CREATE UNIQUE INDEX notifications_once ON notifications USING btree (workspace_id, recipient_id, subject_id, kind, channel, round, part) NULLS NOT DISTINCT;

CREATE INDEX notifications_order ON notifications USING btree (workspace_id, at DESC, id DESC);

CREATE INDEX notifications_sent ON notifications USING btree (workspace_id, channel, finished_at DESC) WHERE ((state = ANY (ARRAY['sent'::text, 'failed'::text])) AND (channel <> 'inbox'::text));

CREATE INDEX notifications_unseen ON notifications USING btree (workspace_id, recipient_id, at DESC, id DESC) WHERE ((channel = 'inbox'::text) AND (state = 'sent'::text) AND (seen_at IS NULL));

CREATE INDEX notifications_waiting ON notifications USING btree (workspace_id, kind, subject_id) WHERE ((channel = 'inbox'::text) AND (state = 'sent'::text) AND (category <> 'learning'::text));

CREATE INDEX outgoing_events_by_time ON outgoing_events USING brin (at);

CREATE UNIQUE INDEX outgoing_events_sequence ON outgoing_events USING btree (workspace_id, sequence) WHERE (sequence IS NOT NULL);

CREATE INDEX outgoing_events_unnumbered ON outgoing_events USING btree (workspace_id, id) WHERE (sequence IS NULL);

CREATE INDEX path_assignments_by_id ON path_assignments USING btree (workspace_id, id);

CREATE INDEX path_assignments_of_path ON path_assignments USING btree (workspace_id, path_id, id);

CREATE INDEX path_completions_of_person ON path_completions USING btree (workspace_id, user_id, path_id, id);

CREATE INDEX path_steps_of_module ON path_steps USING btree (workspace_id, module_id);

CREATE INDEX paths_of_department ON paths USING btree (workspace_id, department_id) WHERE (department_id IS NOT NULL);

CREATE INDEX quote_checks_due ON quote_checks USING btree (workspace_id, due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX rate_windows_age ON rate_windows USING btree (starts_at);

CREATE INDEX recording_parts_in_columns ON recording_parts USING btree (workspace_id, recording_id) WHERE (size IS NULL);

CREATE INDEX recording_parts_to_remove ON recording_parts USING btree (remove_at) WHERE (remove_at IS NOT NULL);

CREATE INDEX recordings_kept ON recordings USING btree (created_at) WHERE (state <> 'deleted'::text);

CREATE INDEX recordings_sent ON recordings USING btree (workspace_id, user_id, created_at);

CREATE INDEX recordings_stored ON recordings USING btree (workspace_id) INCLUDE (size) WHERE (state = 'stored'::text);

CREATE INDEX review_comments_module ON review_comments USING btree (workspace_id, module_id, at, id);

CREATE INDEX review_decisions_module ON review_decisions USING btree (workspace_id, module_id, at, id);

CREATE INDEX scim_groups_department ON scim_groups USING btree (workspace_id, department_id);

CREATE UNIQUE INDEX scim_groups_name ON scim_groups USING btree (workspace_id, connection_id, lower(name));

CREATE INDEX scim_groups_of_person ON scim_group_members USING btree (workspace_id, connection_id, person_id);

CREATE INDEX scim_people_email ON scim_people USING btree (workspace_id, connection_id, email);

CREATE INDEX scim_people_ended ON scim_people USING btree (workspace_id, connection_id, ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX scim_people_external_id ON scim_people USING btree (workspace_id, connection_id, external_id);

CREATE INDEX scim_people_pending ON scim_people USING btree (workspace_id, connection_id, id) WHERE is_pending;

CREATE UNIQUE INDEX scim_people_user_name ON scim_people USING btree (workspace_id, connection_id, user_name_key) WHERE (deleted_at IS NULL);

CREATE INDEX scim_requests_latest ON scim_requests USING btree (workspace_id, connection_id, at DESC, id DESC);

CREATE INDEX section_proposals_module ON section_proposals USING btree (workspace_id, module_id, created_at, id);

CREATE INDEX shared_devices_code_hash ON shared_devices USING btree (code_hash) WHERE (code_hash IS NOT NULL);

CREATE INDEX shared_devices_token_hash ON shared_devices USING btree (token_hash) WHERE (token_hash IS NOT NULL);

CREATE INDEX shifts_starts_at ON shifts USING btree (workspace_id, starts_at);

CREATE INDEX sign_in_domains_domain ON sign_in_domains USING btree (domain) WHERE (verified_at IS NOT NULL);

CREATE INDEX source_drifts_marked ON source_drifts USING btree (workspace_id, module_id) WHERE (confirmed_at IS NULL);

CREATE INDEX source_drifts_of_file ON source_drifts USING btree (workspace_id, file_id);

CREATE INDEX spoken_answers_recording ON spoken_answers USING btree (workspace_id, recording_id) WHERE (recording_id IS NOT NULL);

CREATE INDEX spoken_answers_waiting ON spoken_answers USING btree (waits_until) WHERE (waits_until IS NOT NULL);

CREATE INDEX suggestions_document ON suggestions USING btree (workspace_id, document) WHERE ((document IS NOT NULL) AND (status = 'pending'::text));

CREATE INDEX suggestions_of_drive_file ON suggestions USING btree (workspace_id, drive_file_id) WHERE (drive_file_id IS NOT NULL);

CREATE INDEX suggestions_queue ON suggestions USING btree (workspace_id, status, created_at, id);

CREATE INDEX users_by_department ON users USING btree (workspace_id, department_id, created_at, id);

CREATE INDEX users_by_email ON users USING btree (email);

CREATE INDEX users_by_name ON users USING btree (workspace_id, lower(full_name), id);

CREATE INDEX users_by_role ON users USING btree (workspace_id, role, is_active, created_at, id);

CREATE INDEX users_by_state ON users USING btree (workspace_id, is_active, created_at, id);

CREATE UNIQUE INDEX users_external_id ON users USING btree (workspace_id, external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX users_left ON users USING btree (workspace_id, updated_at) WHERE ((NOT is_active) AND (email IS NOT NULL));

CREATE INDEX users_of_manager ON users USING btree (workspace_id, manager_id, created_at, id) WHERE (manager_id IS NOT NULL);

CREATE INDEX users_order ON users USING btree (workspace_id, created_at, id);

CREATE INDEX variants_to_review ON module_variants USING btree (workspace_id, submitted_at, module_id, language) WHERE (in_review > 0);

CREATE INDEX variants_to_translate ON module_variants USING btree (workspace_id, stale DESC, module_id, language) WHERE ((stale > 0) OR (missing > 0));

CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries USING brin (at);

CREATE INDEX webhook_deliveries_exhausted ON webhook_deliveries USING btree (workspace_id, endpoint_id, event_id) WHERE (state = 'exhausted'::text);

CREATE INDEX webhook_deliveries_held ON webhook_deliveries USING btree (workspace_id, endpoint_id, sequence) WHERE (state = 'held'::text);

CREATE INDEX webhook_deliveries_regardless ON webhook_deliveries USING btree (workspace_id, endpoint_id, due_at, sequence) WHERE ((state = ANY (ARRAY['pending'::text, 'retrying'::text])) AND regardless);

CREATE INDEX webhook_deliveries_sending ON webhook_deliveries USING btree (leased_until, workspace_id, endpoint_id) WHERE (state = 'sending'::text);

CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries USING btree (workspace_id, endpoint_id, due_at, sequence) WHERE (state = ANY (ARRAY['pending'::text, 'retrying'::text]));

CREATE INDEX workspace_move_callers_hash ON workspace_move_callers USING btree (hash);

ALTER TABLE ONLY directory.auth_sessions
    ADD CONSTRAINT auth_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES directory.identities(id) ON DELETE CASCADE;

ALTER TABLE ONLY directory.passkeys
    ADD CONSTRAINT passkeys_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES directory.identities(id);

ALTER TABLE ONLY directory.recovery_codes
    ADD CONSTRAINT recovery_codes_identity_id_fkey FOREIGN KEY (identity_id) REFERENCES directory.identities(id);

ALTER TABLE ONLY ai_budget_months
    ADD CONSTRAINT ai_budget_months_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY ai_call_days
    ADD CONSTRAINT ai_call_days_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY ai_calls
    ADD CONSTRAINT ai_calls_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY ai_file_parts
    ADD CONSTRAINT ai_file_parts_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES ai_files(workspace_id, id);

ALTER TABLE ONLY ai_files
    ADD CONSTRAINT ai_files_workspace_id_created_by_fkey FOREIGN KEY (workspace_id, created_by) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY ai_job_modules
    ADD CONSTRAINT ai_job_modules_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY ai_job_modules
    ADD CONSTRAINT ai_job_modules_workspace_id_job_id_fkey FOREIGN KEY (workspace_id, job_id) REFERENCES ai_jobs(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY ai_job_modules
    ADD CONSTRAINT ai_job_modules_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY ai_jobs
    ADD CONSTRAINT ai_jobs_workspace_id_created_by_fkey FOREIGN KEY (workspace_id, created_by) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY ai_module_days
    ADD CONSTRAINT ai_module_days_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY ai_reservations
    ADD CONSTRAINT ai_reservations_workspace_id_month_fkey FOREIGN KEY (workspace_id, month) REFERENCES ai_budget_months(workspace_id, month);

ALTER TABLE ONLY answers
    ADD CONSTRAINT answers_workspace_id_attempt_id_fkey FOREIGN KEY (workspace_id, attempt_id) REFERENCES attempts(workspace_id, id);

ALTER TABLE ONLY answers
    ADD CONSTRAINT answers_workspace_id_carried_from_fkey FOREIGN KEY (workspace_id, carried_from) REFERENCES answers(workspace_id, id);

ALTER TABLE ONLY api_token_uses
    ADD CONSTRAINT api_token_uses_workspace_id_token_id_fkey FOREIGN KEY (workspace_id, token_id) REFERENCES api_tokens(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY api_tokens
    ADD CONSTRAINT api_tokens_scim_connection FOREIGN KEY (workspace_id, scim_connection_id) REFERENCES scim_connections(workspace_id, id);

ALTER TABLE ONLY api_tokens
    ADD CONSTRAINT api_tokens_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY appeals
    ADD CONSTRAINT appeals_workspace_id_answer_id_fkey FOREIGN KEY (workspace_id, answer_id) REFERENCES answers(workspace_id, id);

ALTER TABLE ONLY approved_translations
    ADD CONSTRAINT approved_translations_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id);

ALTER TABLE ONLY assignment_enrollments
    ADD CONSTRAINT assignment_enrollments_workspace_id_assignment_id_fkey FOREIGN KEY (workspace_id, assignment_id) REFERENCES assignments(workspace_id, id);

ALTER TABLE ONLY assignment_enrollments
    ADD CONSTRAINT assignment_enrollments_workspace_id_enrollment_id_fkey FOREIGN KEY (workspace_id, enrollment_id) REFERENCES enrollments(workspace_id, id);

ALTER TABLE ONLY assignment_maintenance
    ADD CONSTRAINT assignment_maintenance_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY assignment_runs
    ADD CONSTRAINT assignment_runs_workspace_id_assignment_id_fkey FOREIGN KEY (workspace_id, assignment_id) REFERENCES assignments(workspace_id, id);

ALTER TABLE ONLY assignments
    ADD CONSTRAINT assignments_workspace_id_department_id_fkey FOREIGN KEY (workspace_id, department_id) REFERENCES departments(workspace_id, id);

ALTER TABLE ONLY assignments
    ADD CONSTRAINT assignments_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id);

ALTER TABLE ONLY assignments
    ADD CONSTRAINT assignments_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY attempts
    ADD CONSTRAINT attempts_workspace_id_enrollment_id_fkey FOREIGN KEY (workspace_id, enrollment_id) REFERENCES enrollments(workspace_id, id);

ALTER TABLE ONLY attempts
    ADD CONSTRAINT attempts_workspace_id_revision_id_fkey FOREIGN KEY (workspace_id, revision_id) REFERENCES module_revisions(workspace_id, id);

ALTER TABLE ONLY attested_completions
    ADD CONSTRAINT attested_completions_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES attested_files(workspace_id, id);

ALTER TABLE ONLY attested_completions
    ADD CONSTRAINT attested_completions_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id);

ALTER TABLE ONLY attested_completions
    ADD CONSTRAINT attested_completions_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY attested_evidence
    ADD CONSTRAINT attested_evidence_workspace_id_attested_id_fkey FOREIGN KEY (workspace_id, attested_id) REFERENCES attested_completions(workspace_id, id);

ALTER TABLE ONLY attested_file_parts
    ADD CONSTRAINT attested_file_parts_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES attested_files(workspace_id, id);

ALTER TABLE ONLY attested_files
    ADD CONSTRAINT attested_files_workspace_id_created_by_fkey FOREIGN KEY (workspace_id, created_by) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY audit_chain
    ADD CONSTRAINT audit_chain_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY audit_events
    ADD CONSTRAINT audit_events_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY catalog_revisions
    ADD CONSTRAINT catalog_revisions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY chat_connections
    ADD CONSTRAINT chat_connections_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY completion_evidence
    ADD CONSTRAINT completion_evidence_workspace_id_enrollment_id_fkey FOREIGN KEY (workspace_id, enrollment_id) REFERENCES enrollments(workspace_id, id);

ALTER TABLE ONLY courses
    ADD CONSTRAINT courses_workspace_id_department_id_fkey FOREIGN KEY (workspace_id, department_id) REFERENCES departments(workspace_id, id);

ALTER TABLE ONLY courses
    ADD CONSTRAINT courses_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY departments
    ADD CONSTRAINT departments_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY drive_authorizations
    ADD CONSTRAINT drive_authorizations_workspace_id_connection_id_fkey FOREIGN KEY (workspace_id, connection_id) REFERENCES drive_connections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY drive_authorizations
    ADD CONSTRAINT drive_authorizations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY drive_change_feeds
    ADD CONSTRAINT drive_change_feeds_workspace_id_connection_id_fkey FOREIGN KEY (workspace_id, connection_id) REFERENCES drive_connections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY drive_change_feeds
    ADD CONSTRAINT drive_change_feeds_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY drive_channels
    ADD CONSTRAINT drive_channels_workspace_id_connection_id_fkey FOREIGN KEY (workspace_id, connection_id) REFERENCES drive_connections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY drive_channels
    ADD CONSTRAINT drive_channels_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY drive_connections
    ADD CONSTRAINT drive_connections_workspace_id_connected_by_fkey FOREIGN KEY (workspace_id, connected_by) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY drive_connections
    ADD CONSTRAINT drive_connections_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY drive_crawl_folders
    ADD CONSTRAINT drive_crawl_folders_workspace_id_crawl_id_fkey FOREIGN KEY (workspace_id, crawl_id) REFERENCES drive_crawls(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY drive_crawl_folders
    ADD CONSTRAINT drive_crawl_folders_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY drive_crawl_missing
    ADD CONSTRAINT drive_crawl_missing_workspace_id_crawl_id_fkey FOREIGN KEY (workspace_id, crawl_id) REFERENCES drive_crawls(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY drive_crawl_missing
    ADD CONSTRAINT drive_crawl_missing_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY drive_crawl_seen
    ADD CONSTRAINT drive_crawl_seen_workspace_id_crawl_id_fkey FOREIGN KEY (workspace_id, crawl_id) REFERENCES drive_crawls(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY drive_crawl_seen
    ADD CONSTRAINT drive_crawl_seen_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY drive_crawls
    ADD CONSTRAINT drive_crawls_workspace_id_connection_id_fkey FOREIGN KEY (workspace_id, connection_id) REFERENCES drive_connections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY drive_crawls
    ADD CONSTRAINT drive_crawls_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY drive_file_changes
    ADD CONSTRAINT drive_file_changes_workspace_id_connection_id_fkey FOREIGN KEY (workspace_id, connection_id) REFERENCES drive_connections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY drive_file_changes
    ADD CONSTRAINT drive_file_changes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY drive_files_to_request
    ADD CONSTRAINT drive_files_to_request_workspace_id_connection_id_fkey FOREIGN KEY (workspace_id, connection_id) REFERENCES drive_connections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY drive_files_to_request
    ADD CONSTRAINT drive_files_to_request_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY drive_files
    ADD CONSTRAINT drive_files_workspace_id_connection_id_fkey FOREIGN KEY (workspace_id, connection_id) REFERENCES drive_connections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY drive_files
    ADD CONSTRAINT drive_files_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY drive_files
    ADD CONSTRAINT drive_files_workspace_id_suggestion_id_fkey FOREIGN KEY (workspace_id, suggestion_id) REFERENCES suggestions(workspace_id, id);

ALTER TABLE ONLY drive_folders_to_list
    ADD CONSTRAINT drive_folders_to_list_workspace_id_connection_id_fkey FOREIGN KEY (workspace_id, connection_id) REFERENCES drive_connections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY drive_folders_to_list
    ADD CONSTRAINT drive_folders_to_list_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY drive_folders
    ADD CONSTRAINT drive_folders_workspace_id_connection_id_fkey FOREIGN KEY (workspace_id, connection_id) REFERENCES drive_connections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY drive_folders
    ADD CONSTRAINT drive_folders_workspace_id_department_id_fkey FOREIGN KEY (workspace_id, department_id) REFERENCES departments(workspace_id, id);

ALTER TABLE ONLY drive_folders
    ADD CONSTRAINT drive_folders_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY drive_texts
    ADD CONSTRAINT drive_texts_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES drive_files(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY drive_texts
    ADD CONSTRAINT drive_texts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY enrollments
    ADD CONSTRAINT enrollments_attested FOREIGN KEY (workspace_id, attested_id) REFERENCES attested_completions(workspace_id, id);

ALTER TABLE ONLY enrollments
    ADD CONSTRAINT enrollments_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id);

ALTER TABLE ONLY enrollments
    ADD CONSTRAINT enrollments_workspace_id_passed_attempt_id_fkey FOREIGN KEY (workspace_id, passed_attempt_id) REFERENCES attempts(workspace_id, id);

ALTER TABLE ONLY enrollments
    ADD CONSTRAINT enrollments_workspace_id_revision_id_fkey FOREIGN KEY (workspace_id, revision_id) REFERENCES module_revisions(workspace_id, id);

ALTER TABLE ONLY enrollments
    ADD CONSTRAINT enrollments_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY event_sequences
    ADD CONSTRAINT event_sequences_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY generated_items
    ADD CONSTRAINT generated_items_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY generated_items
    ADD CONSTRAINT generated_items_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY grade_checks
    ADD CONSTRAINT grade_checks_workspace_id_answer_id_number_fkey FOREIGN KEY (workspace_id, answer_id, number) REFERENCES grades(workspace_id, answer_id, number);

ALTER TABLE ONLY grades
    ADD CONSTRAINT grades_workspace_id_answer_id_fkey FOREIGN KEY (workspace_id, answer_id) REFERENCES answers(workspace_id, id);

ALTER TABLE ONLY invitations
    ADD CONSTRAINT invitations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY invitations
    ADD CONSTRAINT invitations_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY item_translations
    ADD CONSTRAINT item_translations_workspace_id_module_id_language_fkey FOREIGN KEY (workspace_id, module_id, language) REFERENCES module_variants(workspace_id, module_id, language) ON DELETE CASCADE;

ALTER TABLE ONLY mail_failures
    ADD CONSTRAINT mail_failures_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY media_pieces
    ADD CONSTRAINT media_pieces_workspace_id_created_by_fkey FOREIGN KEY (workspace_id, created_by) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY media_pieces
    ADD CONSTRAINT media_pieces_workspace_id_digest_fkey FOREIGN KEY (workspace_id, digest) REFERENCES media(workspace_id, digest);

ALTER TABLE ONLY media
    ADD CONSTRAINT media_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY module_contributors
    ADD CONSTRAINT module_contributors_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id);

ALTER TABLE ONLY module_contributors
    ADD CONSTRAINT module_contributors_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY module_feedback
    ADD CONSTRAINT module_feedback_workspace_id_enrollment_id_fkey FOREIGN KEY (workspace_id, enrollment_id) REFERENCES enrollments(workspace_id, id);

ALTER TABLE ONLY module_feedback
    ADD CONSTRAINT module_feedback_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id);

ALTER TABLE ONLY module_feedback
    ADD CONSTRAINT module_feedback_workspace_id_revision_id_fkey FOREIGN KEY (workspace_id, revision_id) REFERENCES module_revisions(workspace_id, id);

ALTER TABLE ONLY module_revisions
    ADD CONSTRAINT module_revisions_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id);

ALTER TABLE ONLY module_stat_clocks
    ADD CONSTRAINT module_stat_clocks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY module_suggestions
    ADD CONSTRAINT module_suggestions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY module_suggestions
    ADD CONSTRAINT module_suggestions_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY module_suggestions
    ADD CONSTRAINT module_suggestions_workspace_id_suggestion_id_fkey FOREIGN KEY (workspace_id, suggestion_id) REFERENCES suggestions(workspace_id, id);

ALTER TABLE ONLY module_variants
    ADD CONSTRAINT module_variants_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY modules
    ADD CONSTRAINT modules_workspace_id_claimed_by_fkey FOREIGN KEY (workspace_id, claimed_by) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY modules
    ADD CONSTRAINT modules_workspace_id_course_id_fkey FOREIGN KEY (workspace_id, course_id) REFERENCES courses(workspace_id, id);

ALTER TABLE ONLY modules
    ADD CONSTRAINT modules_workspace_id_created_by_fkey FOREIGN KEY (workspace_id, created_by) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY modules
    ADD CONSTRAINT modules_workspace_id_live_revision_id_fkey FOREIGN KEY (workspace_id, live_revision_id) REFERENCES module_revisions(workspace_id, id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY modules
    ADD CONSTRAINT modules_workspace_id_suggestion_id_fkey FOREIGN KEY (workspace_id, suggestion_id) REFERENCES suggestions(workspace_id, id);

ALTER TABLE ONLY notification_settings
    ADD CONSTRAINT notification_settings_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY notification_switches
    ADD CONSTRAINT notification_switches_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY notification_unsubscribes
    ADD CONSTRAINT notification_unsubscribes_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY notifications
    ADD CONSTRAINT notifications_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY notifications
    ADD CONSTRAINT notifications_workspace_id_recipient_id_fkey FOREIGN KEY (workspace_id, recipient_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY outgoing_events
    ADD CONSTRAINT outgoing_events_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY path_assignments
    ADD CONSTRAINT path_assignments_workspace_id_assignment_id_fkey FOREIGN KEY (workspace_id, assignment_id) REFERENCES assignments(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY path_assignments
    ADD CONSTRAINT path_assignments_workspace_id_path_id_fkey FOREIGN KEY (workspace_id, path_id) REFERENCES paths(workspace_id, id);

ALTER TABLE ONLY path_completions
    ADD CONSTRAINT path_completions_workspace_id_path_id_fkey FOREIGN KEY (workspace_id, path_id) REFERENCES paths(workspace_id, id);

ALTER TABLE ONLY path_completions
    ADD CONSTRAINT path_completions_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY path_steps
    ADD CONSTRAINT path_steps_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id);

ALTER TABLE ONLY path_steps
    ADD CONSTRAINT path_steps_workspace_id_path_id_fkey FOREIGN KEY (workspace_id, path_id) REFERENCES paths(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY paths
    ADD CONSTRAINT paths_workspace_id_department_id_fkey FOREIGN KEY (workspace_id, department_id) REFERENCES departments(workspace_id, id) ON DELETE SET NULL (department_id);

ALTER TABLE ONLY paths
    ADD CONSTRAINT paths_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY provider_key_health
    ADD CONSTRAINT provider_key_health_workspace_id_provider_key_id_fkey FOREIGN KEY (workspace_id, provider_key_id) REFERENCES provider_keys(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY provider_keys
    ADD CONSTRAINT provider_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY queue_turns
    ADD CONSTRAINT queue_turns_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY quote_checks
    ADD CONSTRAINT quote_checks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY quote_checks
    ADD CONSTRAINT quote_checks_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY recording_parts
    ADD CONSTRAINT recording_parts_workspace_id_recording_id_fkey FOREIGN KEY (workspace_id, recording_id) REFERENCES recordings(workspace_id, id);

ALTER TABLE ONLY recordings
    ADD CONSTRAINT recordings_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY reminder_days
    ADD CONSTRAINT reminder_days_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY review_comments
    ADD CONSTRAINT review_comments_workspace_id_author_id_fkey FOREIGN KEY (workspace_id, author_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY review_comments
    ADD CONSTRAINT review_comments_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id);

ALTER TABLE ONLY review_decisions
    ADD CONSTRAINT review_decisions_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id);

ALTER TABLE ONLY review_decisions
    ADD CONSTRAINT review_decisions_workspace_id_round_id_fkey FOREIGN KEY (workspace_id, round_id) REFERENCES review_rounds(workspace_id, id);

ALTER TABLE ONLY review_rounds
    ADD CONSTRAINT review_rounds_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id);

ALTER TABLE ONLY review_rounds
    ADD CONSTRAINT review_rounds_workspace_id_submitted_by_fkey FOREIGN KEY (workspace_id, submitted_by) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY review_views
    ADD CONSTRAINT review_views_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id);

ALTER TABLE ONLY review_views
    ADD CONSTRAINT review_views_workspace_id_reviewer_id_fkey FOREIGN KEY (workspace_id, reviewer_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY scim_connections
    ADD CONSTRAINT scim_connections_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY scim_group_members
    ADD CONSTRAINT scim_group_members_workspace_id_connection_id_group_id_fkey FOREIGN KEY (workspace_id, connection_id, group_id) REFERENCES scim_groups(workspace_id, connection_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY scim_groups
    ADD CONSTRAINT scim_groups_workspace_id_connection_id_fkey FOREIGN KEY (workspace_id, connection_id) REFERENCES scim_connections(workspace_id, id);

ALTER TABLE ONLY scim_groups
    ADD CONSTRAINT scim_groups_workspace_id_department_id_fkey FOREIGN KEY (workspace_id, department_id) REFERENCES departments(workspace_id, id) ON DELETE SET NULL (department_id);

ALTER TABLE ONLY scim_people
    ADD CONSTRAINT scim_people_workspace_id_connection_id_fkey FOREIGN KEY (workspace_id, connection_id) REFERENCES scim_connections(workspace_id, id);

ALTER TABLE ONLY scim_requests
    ADD CONSTRAINT scim_requests_workspace_id_connection_id_fkey FOREIGN KEY (workspace_id, connection_id) REFERENCES scim_connections(workspace_id, id);

ALTER TABLE ONLY section_proposals
    ADD CONSTRAINT section_proposals_workspace_id_created_by_fkey FOREIGN KEY (workspace_id, created_by) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY section_proposals
    ADD CONSTRAINT section_proposals_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id);

ALTER TABLE ONLY sections
    ADD CONSTRAINT sections_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id);

ALTER TABLE ONLY seen_cards
    ADD CONSTRAINT seen_cards_workspace_id_enrollment_id_fkey FOREIGN KEY (workspace_id, enrollment_id) REFERENCES enrollments(workspace_id, id);

ALTER TABLE ONLY set_up_put_away
    ADD CONSTRAINT set_up_put_away_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY shared_devices
    ADD CONSTRAINT shared_devices_workspace_id_department_id_fkey FOREIGN KEY (workspace_id, department_id) REFERENCES departments(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY shared_devices
    ADD CONSTRAINT shared_devices_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY shared_devices
    ADD CONSTRAINT shared_devices_workspace_id_manager_id_fkey FOREIGN KEY (workspace_id, manager_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY shifts
    ADD CONSTRAINT shifts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY shifts
    ADD CONSTRAINT shifts_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY sign_in_codes
    ADD CONSTRAINT sign_in_codes_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY sign_in_domains
    ADD CONSTRAINT sign_in_domains_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY sign_in_issuers
    ADD CONSTRAINT sign_in_issuers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY source_drifts
    ADD CONSTRAINT source_drifts_workspace_id_file_id_fkey FOREIGN KEY (workspace_id, file_id) REFERENCES drive_files(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY source_drifts
    ADD CONSTRAINT source_drifts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY source_drifts
    ADD CONSTRAINT source_drifts_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY source_drifts
    ADD CONSTRAINT source_drifts_workspace_id_suggestion_id_fkey FOREIGN KEY (workspace_id, suggestion_id) REFERENCES suggestions(workspace_id, id);

ALTER TABLE ONLY spoken_answers
    ADD CONSTRAINT spoken_answers_workspace_id_answer_id_fkey FOREIGN KEY (workspace_id, answer_id) REFERENCES answers(workspace_id, id);

ALTER TABLE ONLY spoken_answers
    ADD CONSTRAINT spoken_answers_workspace_id_recording_id_fkey FOREIGN KEY (workspace_id, recording_id) REFERENCES recordings(workspace_id, id);

ALTER TABLE ONLY suggestions
    ADD CONSTRAINT suggestions_workspace_id_department_id_fkey FOREIGN KEY (workspace_id, department_id) REFERENCES departments(workspace_id, id);

ALTER TABLE ONLY suggestions
    ADD CONSTRAINT suggestions_workspace_id_drive_file_id_fkey FOREIGN KEY (workspace_id, drive_file_id) REFERENCES drive_files(workspace_id, id);

ALTER TABLE ONLY suggestions
    ADD CONSTRAINT suggestions_workspace_id_duplicate_of_fkey FOREIGN KEY (workspace_id, duplicate_of) REFERENCES suggestions(workspace_id, id);

ALTER TABLE ONLY suggestions
    ADD CONSTRAINT suggestions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY suggestions
    ADD CONSTRAINT suggestions_workspace_id_module_id_fkey FOREIGN KEY (workspace_id, module_id) REFERENCES modules(workspace_id, id);

ALTER TABLE ONLY suggestions
    ADD CONSTRAINT suggestions_workspace_id_superseded_by_fkey FOREIGN KEY (workspace_id, superseded_by) REFERENCES suggestions(workspace_id, id);

ALTER TABLE ONLY user_counts
    ADD CONSTRAINT user_counts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY user_managers
    ADD CONSTRAINT user_managers_workspace_id_manager_id_fkey FOREIGN KEY (workspace_id, manager_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY user_managers
    ADD CONSTRAINT user_managers_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY user_pins
    ADD CONSTRAINT user_pins_workspace_id_id_fkey FOREIGN KEY (workspace_id, id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY user_sign_ins
    ADD CONSTRAINT user_sign_ins_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY user_sign_ins
    ADD CONSTRAINT user_sign_ins_workspace_id_user_id_fkey FOREIGN KEY (workspace_id, user_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY users
    ADD CONSTRAINT users_manager FOREIGN KEY (workspace_id, manager_id) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY users
    ADD CONSTRAINT users_workspace_id_department_id_fkey FOREIGN KEY (workspace_id, department_id) REFERENCES departments(workspace_id, id);

ALTER TABLE ONLY users
    ADD CONSTRAINT users_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY webhook_attempts
    ADD CONSTRAINT webhook_attempts_workspace_id_endpoint_id_event_id_fkey FOREIGN KEY (workspace_id, endpoint_id, event_id) REFERENCES webhook_deliveries(workspace_id, endpoint_id, event_id) ON DELETE CASCADE;

ALTER TABLE ONLY webhook_attempts
    ADD CONSTRAINT webhook_attempts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_workspace_id_endpoint_id_fkey FOREIGN KEY (workspace_id, endpoint_id) REFERENCES webhook_endpoints(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_workspace_id_created_by_fkey FOREIGN KEY (workspace_id, created_by) REFERENCES users(workspace_id, id);

ALTER TABLE ONLY webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY webhook_secrets
    ADD CONSTRAINT webhook_secrets_workspace_id_endpoint_id_fkey FOREIGN KEY (workspace_id, endpoint_id) REFERENCES webhook_endpoints(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY webhook_secrets
    ADD CONSTRAINT webhook_secrets_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);

ALTER TABLE ONLY workspace_move_callers
    ADD CONSTRAINT workspace_move_callers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace_moves(workspace_id) ON DELETE CASCADE;
