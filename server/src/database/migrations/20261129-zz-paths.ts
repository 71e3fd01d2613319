import { Migration } from '@mikro-orm/migrations';

/** Adds paths: ordered modules that are assigned together, each module by an assignment of its own. */
export class Paths extends Migration {
  override up(): void {
    this.addSql(`create table paths (
      workspace_id uuid not null references workspaces (id),
      id uuid not null,
      title text not null,
      description text not null,
      department_id uuid,
      version integer not null default 1,
      created_at timestamp(3) with time zone not null,
      created_by_name text not null,
      updated_at timestamp(3) with time zone not null,
      archived_at timestamp(3) with time zone,
      archived_by_name text,
      primary key (workspace_id, id),
      foreign key (workspace_id, department_id) references departments (workspace_id, id)
        on delete set null (department_id)
    )`);
    this.addSql(`create index paths_of_department on paths (workspace_id, department_id)
      where department_id is not null`);
    this.addSql(`create table path_steps (
      workspace_id uuid not null,
      path_id uuid not null,
      module_id uuid not null,
      position integer not null,
      requires uuid[] not null,
      primary key (workspace_id, path_id, module_id),
      foreign key (workspace_id, path_id) references paths (workspace_id, id) on delete cascade,
      foreign key (workspace_id, module_id) references modules (workspace_id, id)
    )`);
    this.addSql('create index path_steps_of_module on path_steps (workspace_id, module_id)');
    this.addSql(`create table path_assignments (
      workspace_id uuid not null,
      assignment_id uuid not null,
      id uuid not null,
      path_id uuid not null,
      primary key (workspace_id, assignment_id),
      foreign key (workspace_id, assignment_id) references assignments (workspace_id, id) on delete cascade,
      foreign key (workspace_id, path_id) references paths (workspace_id, id)
    )`);
    this.addSql('create index path_assignments_of_path on path_assignments (workspace_id, path_id, id)');
    this.addSql('create index path_assignments_by_id on path_assignments (workspace_id, id)');
  }
}
