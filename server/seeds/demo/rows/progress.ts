import type { EnrollmentRow } from '../../../src/features/learning/enrollment.entity.ts';
import { PASS_SCORE, type Assignable } from './courses.ts';
import { chance, type Chance } from './chance.ts';
import { after, before, daysBetween, idAt, latest } from './moments.ts';
import type { Person } from './people.ts';

/** How long people have, in days. */
const DUE_AFTER = 30;
/** So many days before a certificate runs out its holder is assigned anew, as a rule. */
const RENEWED_BEFORE = 30;
/** After so many days everybody has finished who has not left: reminders work. */
const REMINDED_AFTER = 110;
/** One in four of the modules without a certificate was handed out late, in the autumn's campaign of so many days. */
const CAMPAIGN = 100;

type Cycle = Pick<EnrollmentRow, Column>;
type Column =
  | 'workspaceId'
  | 'id'
  | 'userId'
  | 'moduleId'
  | 'cycle'
  | 'isCurrent'
  | 'dueAt'
  | 'expiresAt'
  | 'progress'
  | 'attempts'
  | 'bestScore'
  | keyof Times;
type Times = Pick<EnrollmentRow, 'assignedAt' | 'startedAt' | 'completedAt' | 'lastActivityAt'>;

/** What everybody who learns has done with what they were assigned to. */
export function enrollmentRows(people: Person[], modules: Assignable[], now: Date): Cycle[] {
  const luck = chance(2_024);
  return people.flatMap((person) => {
    const diligence = luck.between(0.62, 0.97);
    return modules
      .filter((module) => isFor(person, module, luck))
      .flatMap((module) => cyclesOf(person, module, diligence, luck, now));
  });
}

/** Trainers take about half of their department's modules themselves; who has no department yet takes one. */
function isFor({ row, department }: Person, { audience, row: module }: Assignable, luck: Chance): boolean {
  if (row.role !== 'learner' && row.role !== 'trainer') return false;
  if (!department) return audience.length === 4 && module.validityDays !== null;
  if (!audience.includes(department)) return false;
  return row.role === 'learner' || luck.happens(0.5);
}

function cyclesOf(person: Person, module: Assignable, diligence: number, luck: Chance, now: Date): Cycle[] {
  const until = person.leftAt ?? now;
  const { validityDays } = module.row;
  const rows: Cycle[] = [];
  let assignedAt = after(latest(person.row.createdAt, module.publishedAt), luck.between(0.2, 1.5));
  // Not everything at once: whole courses take some weeks to be handed out.
  if (!isNew(person, now)) assignedAt = after(assignedAt, luck.between(0, 55));
  if (!validityDays && luck.happens(0.25)) assignedAt = latest(assignedAt, before(now, luck.between(3, CAMPAIGN)));
  for (let cycle = 1; assignedAt < until; cycle++) {
    const times = timesOf(assignedAt, until, diligence, luck);
    const expiresAt = times.completedAt && validityDays ? after(times.completedAt, validityDays) : null;
    const row: Cycle = {
      workspaceId: person.row.workspaceId,
      id: idAt(assignedAt),
      userId: person.row.id,
      moduleId: module.row.id,
      cycle,
      isCurrent: true,
      dueAt: after(assignedAt, DUE_AFTER),
      expiresAt,
      ...times,
      ...resultOf(times, module.questions, luck),
    };
    rows.push(row);
    const renewal = expiresAt && before(expiresAt, luck.between(RENEWED_BEFORE - 10, RENEWED_BEFORE));
    if (!renewal || renewal >= until || luck.happens(0.3)) break;
    row.isCurrent = false;
    assignedAt = renewal;
  }
  return rows;
}

const isNew = ({ row }: Person, now: Date) => daysBetween(row.createdAt, now) < 14;

/** When it was begun and finished, if it was, before `until`. */
function timesOf(assignedAt: Date, until: Date, diligence: number, luck: Chance): Times {
  const age = daysBetween(assignedAt, until);
  const finishes = age > REMINDED_AFTER || luck.happens(diligence);
  const begins = finishes || luck.happens(0.55);
  const startedAt = after(assignedAt, luck.between(0.1, 24));
  const untouched: Times = { assignedAt, startedAt: null, completedAt: null, lastActivityAt: null };
  if (!begins || startedAt >= until) return untouched;
  // Some take longer than they have.
  const completedAt = after(startedAt, luck.happens(0.1) ? luck.between(8, 25) : luck.between(0.02, 6));
  if (finishes && completedAt < until) return { assignedAt, startedAt, completedAt, lastActivityAt: completedAt };
  const lastActivityAt = after(startedAt, Math.min(luck.between(0.01, 4), daysBetween(startedAt, until) * 0.9));
  return { assignedAt, startedAt, completedAt: null, lastActivityAt };
}

/** Scores are of whole questions, as the quiz gives them. */
function resultOf(times: Times, questions: number, luck: Chance) {
  const share = (right: number) => Math.round((right / questions) * 10_000) / 10_000;
  const toPass = Math.ceil(questions * PASS_SCORE);
  if (times.completedAt) {
    const attempts = luck.happens(0.6) ? 1 : luck.happens(0.75) ? 2 : 3;
    return { progress: 1, attempts, bestScore: share(luck.whole(toPass, questions)) };
  }
  if (!times.startedAt) return { progress: 0, attempts: 0, bestScore: null };
  const attempts = luck.whole(0, 2);
  const progress = attempts > 0 ? 0.9 : Math.round(luck.between(0.1, 0.85) * 100) / 100;
  return { progress, attempts, bestScore: attempts > 0 ? share(luck.whole(1, toPass - 1)) : null };
}
