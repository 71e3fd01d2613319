import { Migration } from '@mikro-orm/migrations';

/**
 * Results of AI jobs go into modules later on too, with what they were made of; and transcripts keep their recording.
 */
export class AiJobsNamed extends Migration {
  override up(): void {
    this.addSql(`
alter table ai_jobs
  -- What cards and questions say that they come from.
  add column source_name text,
  -- SHA-256 of the text that they were made of, or that was read from a document: the text itself is not kept.
  add column source_hash bytea;
update ai_jobs set source_name = coalesce(input #>> '{source,title}', title),
  source_hash = sha256(convert_to(input #>> '{source,text}', 'UTF8'))
where feature in ('card_generation', 'quiz_generation');
update ai_jobs set source_hash = sha256(convert_to(result ->> 'text', 'UTF8')) where feature = 'document_extraction';

-- A recording is kept for as long as its transcript.
drop index ai_jobs_files;
create index ai_jobs_files on ai_jobs (workspace_id, file_id) where file_id is not null;
create index ai_jobs_of_modules on ai_jobs (workspace_id, destination_id) where destination_kind = 'module';

-- Modules that somebody has added the result of a job to, besides the one that it was made for.
create table ai_job_modules (
  workspace_id uuid not null references workspaces,
  job_id uuid not null,
  module_id uuid not null,
  at timestamptz(3) not null,
  primary key (workspace_id, job_id, module_id),
  foreign key (workspace_id, job_id) references ai_jobs (workspace_id, id) on delete cascade,
  foreign key (workspace_id, module_id) references modules (workspace_id, id) on delete cascade
);
create index ai_job_modules_by_module on ai_job_modules (workspace_id, module_id);

-- Suggestions, besides its own, that cards and questions of a module were made of.
create table module_suggestions (
  workspace_id uuid not null references workspaces,
  module_id uuid not null,
  suggestion_id uuid not null,
  primary key (workspace_id, module_id, suggestion_id),
  foreign key (workspace_id, module_id) references modules (workspace_id, id) on delete cascade,
  foreign key (workspace_id, suggestion_id) references suggestions (workspace_id, id)
);
`);
  }
}
