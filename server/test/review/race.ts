import type { SectionKind, SectionState, WorkingCopyStatus } from '@training/shared/courses/courses';
import type pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Maker } from '../make.ts';
import { itemsOf, KINDS } from './content.ts';
import type { Answer, Call, People, PersonName } from './people.ts';

/** Whole numbers from 0 up to, and not including, `below`. */
export type Chance = (below: number) => number;

/** The same numbers for the same seed (mulberry32). */
export function chanceFrom(seed: number): Chance {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export type Racer = { who: PersonName; procedure: string; input: object };
export type Outcome = Racer & { answer: Answer };

type Standing = {
  archived: boolean;
  workflow: WorkingCopyStatus | null;
  round: number;
  settings_version: number;
  revisions: number;
  sections: Record<SectionKind, { state: SectionState; version: number; content_hash: string }>;
};

/** A draft whose both sections are complete, made over `call`. */
export async function makeDraft(make: Maker, people: People, call: Call): Promise<string> {
  const course = await make.course(people.workspace, { departmentId: people.departmentId });
  const ask = async (procedure: string, input: object) => {
    const answer = await call(people.of.author, procedure, input);
    if (!answer.ok) throw new Error(`${procedure}: ${answer.code}`);
    return answer.data;
  };
  const made = await ask('modules.create', { course_id: course.id, title: 'Raced for' });
  const { id } = z.object({ id: z.string() }).parse(made);
  for (const section of KINDS) {
    await ask('modules.saveSection', { module_id: id, section, version: 1, items: itemsOf(section, nextText()) });
  }
  return id;
}

let texts = 0;
/** No text is ever written twice, so that its hash tells which edit it comes from. */
const nextText = () => ++texts;

const STANDING = {
  name: 'test-standing',
  text: `
select m.status = 'archived' as archived, m.workflow, m.round, m.settings_version,
  (select count(*)::integer from module_revisions r where r.workspace_id = $1 and r.module_id = m.id) as revisions,
  (select json_object_agg(s.kind, json_build_object('state', s.state, 'version', s.version, 'content_hash', s.content_hash))
   from sections s where s.workspace_id = $1 and s.module_id = m.id) as sections
from modules m where m.workspace_id = $1 and m.id = $2`,
};

/**
 * Everybody sees the module as it stands now, and all of them act at once, over connections and instances by chance.
 */
export async function raceOnce(
  { pool, people, calls }: { pool: pg.Pool; people: People; calls: readonly Call[] },
  moduleId: string,
  chance: Chance,
): Promise<Outcome[]> {
  const { rows } = await pool.query<Standing>({ ...STANDING, values: [people.workspace.id, moduleId] });
  const racers = Array.from({ length: 2 + chance(3) }, () => {
    const all = racersFor(moduleId, rows[0]!, chance);
    return all[chance(all.length)]!;
  });
  return Promise.all(
    racers.map(async (racer) => {
      const call = calls[chance(calls.length)]!;
      const wait = chance(4);
      if (wait > 0) await sleep(wait);
      return { ...racer, answer: await call(people.of[racer.who], racer.procedure, racer.input) };
    }),
  );
}

/** Lists attempts of people who see the module in this state; those that lead on occur more than once. */
function racersFor(module_id: string, standing: Standing, chance: Chance): Racer[] {
  const { archived, workflow, round, settings_version, revisions, sections } = standing;
  const reason = 'A race';
  const hash = (section: SectionKind) => sections[section].content_hash;
  const kinds = chance(2) === 0 ? KINDS : KINDS.toReversed();
  const [one, two] = [kinds[0]!, kinds[1]!];
  const save = (who: PersonName, section: SectionKind): Racer => ({
    who,
    procedure: 'modules.saveSection',
    input: { module_id, section, version: sections[section].version, items: itemsOf(section, nextText()) },
  });
  const step = (who: PersonName, procedure: string, more: object = {}): Racer => ({
    who,
    procedure: `reviews.${procedure}`,
    input: { module_id, ...more },
  });
  const approve = (who: PersonName, section: SectionKind) =>
    step(who, 'approve', { section, round: Math.max(1, round), content_hash: hash(section) });
  const query = (who: PersonName, section: SectionKind) =>
    step(who, 'query', { section, round: Math.max(1, round), content_hash: hash(section), comment: reason });
  const restore = step('colleague', 'restoreRevision', {
    number: 1,
    flashcards_version: sections.flashcards.version,
    quiz_version: sections.quiz.version,
    settings_version,
  });
  const restorations = revisions > 0 ? [restore, { ...restore, who: 'author' as const }] : [];
  const edits = [save('author', one), save('colleague', one), save('author', two)];
  if (archived) return [step('admin', 'restore', { reason }), step('admin', 'restore', { reason }), ...edits];
  const rename: Racer = {
    who: 'colleague',
    procedure: 'modules.update',
    input: { id: module_id, settings_version, title: `T${nextText()}` },
  };
  switch (workflow) {
    case 'draft':
    case 'rejected':
      return [
        ...edits,
        rename,
        { ...rename, who: 'author' },
        ...restorations,
        step('author', 'submit'),
        step('author', 'submit'),
        step('colleague', 'submit'),
        ...(chance(6) === 0 ? [step('admin', 'archive', { reason })] : []),
      ];
    case 'in_review':
      return [
        ...edits,
        ...restorations,
        rename,
        ...KINDS.flatMap((section) => [approve('manager', section), approve('other_manager', section)]),
        approve('admin', one),
        query('manager', one),
        step('author', 'withdraw'),
        step('manager', 'claim', { take_over: true }),
        step('admin', 'reject', { round, reason }),
        ...(chance(3) === 0 ? [step('admin', 'unpublish', { reason })] : []),
      ];
    case 'changes_requested':
      return [
        ...edits,
        ...edits,
        step('author', 'resubmit'),
        step('colleague', 'resubmit'),
        step('author', 'resubmit'),
        approve('manager', one),
        query('other_manager', two),
        step('admin', 'withdraw', { reason }),
        step('author', 'comment', { section: one, body: reason }),
        ...(chance(3) === 0 ? [step('other_manager', 'reject', { round, reason })] : []),
      ];
    case null:
      return [
        ...edits,
        step('author', 'revise'),
        step('colleague', 'revise'),
        ...restorations,
        step('manager', 'unpublish', { reason }),
        ...(chance(3) === 0 ? [step('admin', 'archive', { reason })] : []),
      ];
  }
}
