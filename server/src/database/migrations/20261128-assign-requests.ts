import { Migration } from '@mikro-orm/migrations';

/**
 * Stores by which request several assignments were made, so that a repetition makes nothing twice, and whom a run of an
 * assignment could not assign, so that the run ends for the others.
 */
export class AssignRequests extends Migration {
  override up(): void {
    this.addSql('alter table assignments add column request_id uuid');
    this.addSql(`create unique index assignments_of_request
      on assignments (workspace_id, request_id, module_id, user_id, department_id, role) nulls not distinct
      where request_id is not null`);
    this.addSql(`alter table assignment_runs add column failed uuid[] not null default '{}'`);
  }
}
