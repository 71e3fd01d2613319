import type { EventAction } from '@training/shared/events/events';
import type { Workspace } from '../../../src/core/context.ts';
import type { AuditEventRow } from '../../../src/features/events/event.entity.ts';
import type { DepartmentRow } from '../../../src/features/departments/department.entity.ts';
import type { SuggestionToInsert } from '../../../src/features/suggestions/suggestion.entity.ts';
import type { ApiTokenRow } from '../../../src/features/tokens/token.entity.ts';
import { mailName, type DepartmentIds, type Person } from './people.ts';
import { HR_SYNC } from './timeline.ts';

export type Actor = Pick<AuditEventRow, 'actorKind' | 'actorId' | 'actorName' | 'ip'>;

/** What the audit log keeps of one moment. */
export type Happening = {
  at: Date;
  by: Actor;
  action: EventAction;
  subject: { kind: string; id: string; name: string };
  changes?: Record<string, unknown>;
};

/** All that the log can be about. */
export type History = {
  workspace: Workspace;
  departments: DepartmentRow[];
  departmentIds: DepartmentIds;
  people: Person[];
  token: ApiTokenRow;
  suggestions: SuggestionToInsert[];
  now: Date;
};

export const OPERATOR: Actor = { actorKind: 'system', actorId: null, actorName: 'Operator', ip: null };

/** Where the company's office is on the internet: an address that is kept for examples. */
const OFFICE = '203.0.113.17';

export function personActor({ row }: Person): Actor {
  return { actorKind: 'user', actorId: row.id, actorName: row.fullName, ip: OFFICE };
}

export function tokenActor({ id, name }: ApiTokenRow): Actor {
  return { actorKind: 'token', actorId: id, actorName: name, ip: HR_SYNC.ip };
}

export function personNamed(people: Person[], name: string): Person {
  const found = people.find(({ row }) => mailName(row) === name);
  if (!found) throw new Error(`The demo has nobody called ${name}`);
  return found;
}
