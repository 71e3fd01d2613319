import { OPERATOR, personActor, personNamed, tokenActor, type Happening, type History } from './history.ts';
import { chance } from './chance.ts';
import { after, before, daysBetween } from './moments.ts';
import { mailName, type DepartmentIds, type Person } from './people.ts';
import { HR_SYNC, MISTAKE, PERSON_CHANGES, type PersonChange } from './timeline.ts';

/** How many of the last year's sign-ins the log shows. */
const SIGN_INS = 28;

/** What happened to people: made, changed, deactivated, brought back, signed in. */
export function personEvents(history: History): Happening[] {
  const { people, departmentIds, token, now } = history;
  const administrator = personActor(personNamed(people, 'admin'));
  const sync = tokenActor(token);

  const created = people.map((person, index): Happening => ({
    at: person.row.createdAt,
    by: index === 0 ? OPERATOR : person.synced ? sync : administrator,
    action: 'user.created',
    subject: subjectOf(person),
    changes: firstState(person, departmentIds),
  }));
  const changed = PERSON_CHANGES.map((change): Happening => {
    const person = personNamed(people, change.who);
    return {
      at: before(now, change.daysAgo),
      by: change.bySync ? sync : administrator,
      action: 'user.updated',
      subject: subjectOf(person),
      changes: { [change.field]: [valueBefore(change, departmentIds), stateOf(person)[change.field]] },
    };
  });
  const left = people.flatMap((person): Happening[] => {
    if (!person.leftAt) return [];
    const syncRuns = daysBetween(person.leftAt, now) > HR_SYNC.revoked;
    return [activity(person, person.leftAt, syncRuns ? sync : administrator, false)];
  });
  const mistaken = personNamed(people, MISTAKE.who);
  return [
    ...created,
    ...changed,
    ...left,
    activity(mistaken, before(now, MISTAKE.deactivated), sync, false),
    activity(mistaken, before(now, MISTAKE.reactivated), administrator, true),
    ...signIns(people, now),
  ];
}

const subjectOf = ({ row }: Person) => ({ kind: 'user', id: row.id, name: row.fullName });

const stateOf = ({ row }: Person) => ({
  full_name: row.fullName,
  role: row.role,
  department_id: row.departmentId ?? null,
});

/** What `user.created` has kept: before everything that has changed since. */
function firstState(person: Person, departmentIds: DepartmentIds): Record<string, unknown> {
  const changes = PERSON_CHANGES.filter(({ who }) => who === mailName(person.row));
  const earlier = changes.map((change) => [change.field, valueBefore(change, departmentIds)]);
  return { email: person.row.email, ...stateOf(person), is_active: true, ...Object.fromEntries(earlier) };
}

function valueBefore(change: PersonChange, departmentIds: DepartmentIds): string {
  return change.field === 'department_id' ? departmentIds[change.from] : change.from;
}

function activity(person: Person, at: Date, by: Happening['by'], isActive: boolean): Happening {
  return {
    at,
    by,
    action: isActive ? 'user.reactivated' : 'user.deactivated',
    subject: subjectOf(person),
    changes: { is_active: [!isActive, isActive] },
  };
}

/** Those who work with the console sign in now and then; the administrator most. */
function signIns(people: Person[], now: Date): Happening[] {
  const luck = chance(77);
  const staff = people.filter(({ row }) => row.role !== 'learner' && row.isActive);
  return Array.from({ length: SIGN_INS }, (_, index): Happening => {
    const person = (index % 4 === 0 ? staff[0] : staff[luck.whole(0, staff.length - 1)])!;
    const at = after(person.row.createdAt, 1 + luck.next() * (daysBetween(person.row.createdAt, now) - 2));
    return { at, by: personActor(person), action: 'user.signed_in', subject: subjectOf(person) };
  });
}
