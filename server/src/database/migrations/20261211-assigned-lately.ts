import { Migration } from '@mikro-orm/migrations';

/**
 * Cycles move as they are studied; what covers them hardly ever does, so what was assigned lately lies together there.
 */
export class AssignedLately extends Migration {
  override up(): void {
    this.addSql(`
drop index enrollments_by_assignment;
create index assignment_enrollments_by_time on assignment_enrollments using brin (added_at);
`);
  }
}
