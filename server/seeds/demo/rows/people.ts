import { departments as departmentData } from '../departments.ts';
import { people as peopleData } from '../people.ts';
import type { DepartmentKey, DemoPerson } from '../content.ts';
import type { UserRow } from '../../../src/features/users/user.entity.ts';
import type { DepartmentRow } from '../../../src/features/departments/department.entity.ts';
import { before, idAt } from './moments.ts';
import { HR_SYNC, JOINED_LATE, LEFT, WORKSPACE_MADE } from './timeline.ts';

/** A row, and what the rest of the demo needs to know of the person. */
export type Person = {
  row: UserRow & { email: string };
  department: DepartmentKey | undefined;
  /** Whether the HR system made the account, and not an administrator. */
  synced: boolean;
  leftAt: Date | undefined;
};

export type DepartmentIds = Record<DepartmentKey, string>;

export function departmentRows(workspaceId: string, now: Date): { rows: DepartmentRow[]; ids: DepartmentIds } {
  const rows = departmentData.map(({ key, name }, index) => {
    const createdAt = before(now, WORKSPACE_MADE - 0.02 * (index + 1));
    return { key, row: { workspaceId, id: idAt(createdAt), name, createdAt } };
  });
  const idOf = (key: DepartmentKey) => {
    const found = rows.find((department) => department.key === key);
    if (!found) throw new Error(`The demo has no department ${key}`);
    return found.row.id;
  };
  return {
    rows: rows.map(({ row }) => row),
    ids: {
      warehouse: idOf('warehouse'),
      transport: idOf('transport'),
      customer_service: idOf('customer_service'),
      people_compliance: idOf('people_compliance'),
    },
  };
}

/** The first is the administrator whom the first start signs in. */
export function personRows(workspaceId: string, departmentIds: DepartmentIds, now: Date): Person[] {
  let learners = 0;
  const people = peopleData.map((person, index): Person => {
    const joined = daysAgo(person, index, person.role === 'learner' ? learners++ : undefined);
    const createdAt = before(now, joined.days);
    const left = LEFT[mailName(person)];
    const leftAt = person.inactive && left !== undefined ? before(now, left) : undefined;
    return {
      department: person.department,
      synced: joined.synced,
      leftAt,
      row: {
        workspaceId,
        id: idAt(createdAt),
        email: person.email,
        externalId: null,
        fullName: person.fullName,
        role: person.role,
        departmentId: person.department ? departmentIds[person.department] : null,
        managerId: null,
        isActive: !person.inactive,
        picture: null,
        language: null,
        createdAt,
        updatedAt: leftAt ?? createdAt,
      },
    };
  });
  for (const { row } of people) row.managerId = managerOf(row, people);
  return people;
}

/** Learners have a trainer of their department as manager, and trainers the administrator. */
function managerOf({ role, departmentId }: UserRow, people: readonly Person[]): string | null {
  if (role === 'trainer') return people[0]?.row.id ?? null;
  if (role !== 'learner') return null;
  const trainer = people.find(({ row }) => row.role === 'trainer' && row.isActive && row.departmentId === departmentId);
  return trainer?.row.id ?? null;
}

/**
 * Staff came with the workspace. Every other learner did too; the HR system brought the rest while it was connected.
 */
function daysAgo(person: DemoPerson, index: number, learner: number | undefined): { days: number; synced: boolean } {
  const late = JOINED_LATE[mailName(person)];
  if (late !== undefined) return { days: late, synced: false };
  if (learner === undefined) return { days: WORKSPACE_MADE - 0.1 - index * 0.35, synced: false };
  if (learner % 2 === 0) return { days: WORKSPACE_MADE - 6 - learner * 0.21, synced: false };
  return { days: HR_SYNC.issued - 4 - learner * 8.1, synced: true };
}

/** The part of the e-mail by which the timeline names people. */
export const mailName = ({ email }: { email: string }) => email.slice(0, email.indexOf('@'));
