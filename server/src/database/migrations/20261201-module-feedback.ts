import { Migration } from '@mikro-orm/migrations';

/** What learners say of a module, once a cycle. */
export class ModuleFeedback extends Migration {
  override up(): void {
    this.addSql(`
create table module_feedback (
  workspace_id uuid not null,
  enrollment_id uuid not null,
  module_id uuid not null,
  -- What was studied when it was said.
  revision_id uuid not null,
  rating integer check (rating between 1 and 5),
  comment text,
  given_at timestamptz(3) not null,
  primary key (workspace_id, enrollment_id),
  foreign key (workspace_id, enrollment_id) references enrollments,
  foreign key (workspace_id, module_id) references modules,
  foreign key (workspace_id, revision_id) references module_revisions,
  constraint module_feedback_says_something check (rating is not null or comment is not null)
);
create index module_feedback_by_module on module_feedback (workspace_id, module_id, given_at, enrollment_id);
`);
  }
}
