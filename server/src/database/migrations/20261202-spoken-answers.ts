import { Migration } from '@mikro-orm/migrations';

/** Recordings, what is said in them, and the grades of spoken answers (rules/grading). */
export class SpokenAnswers extends Migration {
  override up(): void {
    this.addSql(`
create table recordings (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  created_at timestamptz(3) not null,
  state text not null check (state in ('arriving', 'stored', 'deleted')),
  size integer not null default 0,
  media_type text,
  -- SHA-256 of the bytes, in hex: the same sent again is the same recording.
  hash text,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users,
  constraint recordings_known check (state <> 'stored' or (media_type is not null and hash is not null))
);
create index recordings_sent on recordings (workspace_id, user_id, created_at);
create index recordings_stored on recordings (workspace_id) include (size) where state = 'stored';
create index recordings_kept on recordings (created_at) where state <> 'deleted';

create table recording_parts (
  workspace_id uuid not null,
  recording_id uuid not null,
  n integer not null,
  bytes bytea not null,
  primary key (workspace_id, recording_id, n),
  foreign key (workspace_id, recording_id) references recordings on delete cascade
);
-- Recordings are compressed by themselves.
alter table recording_parts alter column bytes set storage external;

-- What belongs to an answer to a spoken question besides; of one that was carried over, to the one that was given.
create table spoken_answers (
  workspace_id uuid not null,
  answer_id uuid not null,
  -- Null where it was typed.
  recording_id uuid,
  -- BCP 47, as its speaker said.
  language text,
  -- As it was heard; null before that, and for ever where it was typed.
  transcript text,
  heard_language text,
  seconds double precision,
  speech_confidence double precision check (speech_confidence between 0 and 1),
  -- What its speaker made of it; null where it was right, or has not been said.
  corrected text,
  confirmed_at timestamptz(3),
  -- Until when the next step is waited for: the transcript, what its speaker says to it, the grade.
  waits_until timestamptz(3),
  trainer_reason text check (trainer_reason in ('no_key', 'failed', 'late', 'nothing_heard', 'unsure')),
  failure_code text,
  failure_detail text,
  primary key (workspace_id, answer_id),
  foreign key (workspace_id, answer_id) references answers,
  foreign key (workspace_id, recording_id) references recordings
);
create index spoken_answers_recording on spoken_answers (workspace_id, recording_id) where recording_id is not null;
create index spoken_answers_waiting on spoken_answers (waits_until) where waits_until is not null;

-- Appended, and never changed: the newest that counts is the answer's score.
create table grades (
  workspace_id uuid not null,
  answer_id uuid not null,
  number integer not null check (number > 0),
  kind text not null check (kind in ('model', 'trainer', 'appeal', 'override')),
  -- Not what a model proposes and a trainer is to decide.
  counts boolean not null,
  score numeric(5, 4) not null check (score between 0 and 1),
  criteria jsonb,
  confidence numeric(5, 4) check (confidence between 0 and 1),
  by_id uuid,
  by_name text not null,
  comment text,
  at timestamptz(3) not null,
  primary key (workspace_id, answer_id, number),
  foreign key (workspace_id, answer_id) references answers
);
create function refuse_grade_change() returns trigger language plpgsql as $$
begin
  raise exception 'a grade is never changed: another one is given after it';
end $$;
create trigger grades_are_kept before update or delete on grades
  for each row execute function refuse_grade_change();

create table appeals (
  workspace_id uuid not null,
  answer_id uuid not null,
  words text not null,
  at timestamptz(3) not null,
  -- From then on super admins decide too.
  decide_by timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by_id uuid,
  decided_by_name text,
  -- Once for an answer.
  primary key (workspace_id, answer_id),
  foreign key (workspace_id, answer_id) references answers
);
create index appeals_open on appeals (workspace_id, at, answer_id) where decided_at is null;

create index answers_to_grade on answers (workspace_id, given_at, id) where state = 'trainer' and carried_from is null;
create index answers_spoken on answers (workspace_id, given_at desc, id desc) where kind = 'spoken' and carried_from is null;

alter table ai_jobs drop constraint ai_jobs_destination_kind_check,
  add constraint ai_jobs_destination_kind_check check (destination_kind in ('module', 'answer'));
create index ai_jobs_of_answers on ai_jobs (workspace_id, destination_id) where destination_kind = 'answer';
`);
  }
}
