// Assigning a module to everybody by a rule, to the end, and what those wait for who study and are moved meanwhile.
import pg from 'pg';
import type { Context } from '../src/core/context.ts';
import { createAndApplyAssignment } from '../src/features/assignments/assign-from-command.ts';
import type { Data } from './data.ts';
import { percentile } from './report.ts';

/** Milliseconds for which they are measured alone. */
const ALONE = 5_000;

const FIND_PEOPLE = `
select array_agg(id order by md5(id::text)) as ids from users where workspace_id = $1 and role = 'learner' and is_active`;

type Options = {
  ctx: Context;
  moduleId: string;
  say: (line: string) => void;
  /** Seconds of processor and clock that it took. */
  seconds: (work: () => Promise<unknown>) => Promise<string>;
};

export async function assignEverybody(data: Data, { ctx, moduleId, say, seconds }: Options): Promise<void> {
  const { rows } = await data.db.pool.query<{ ids: string[] }>(FIND_PEOPLE, [data.workspace.id]);
  const people = rows[0]!.ids;
  const [alone, beside] = [new Map<string, number[]>(), new Map<string, number[]>()];
  const ends = performance.now() + ALONE;
  await writing(data, people, alone, () => performance.now() > ends);
  let assigned = 0;
  let isDone = false;
  const others = writing(data, people, beside, () => isDone);
  const rule = {
    module_id: moduleId,
    to: { kind: 'role' as const, role: 'learner' as const },
    due_on: null,
    due_days: 30,
  };
  const took = await seconds(async () => {
    assigned = await createAndApplyAssignment(ctx, { ...rule, joiners: true, again: false, window_days: 30 });
  });
  isDone = true;
  await others;
  say(`Assigning a module to ${assigned} people by a rule: ${took} s`);
  for (const [name, of] of beside) {
    const before = alone.get(name) ?? [];
    const shown = (all: number[]) => {
      const side = [{ latencies: Float64Array.from(all) }];
      return `p50 ${percentile(side, 0.5).toFixed(1)}, p99 ${percentile(side, 0.99).toFixed(0)}, at most ${Math.max(...all).toFixed(0)} ms`;
    };
    say(`${name} meanwhile, ${of.length} times: ${shown(of)}; alone: ${shown(before)}`);
  }
}

/** One after the other until `isOver`, each of another of the people who are being assigned to something. */
async function writing(
  data: Data,
  people: string[],
  latencies: Map<string, number[]>,
  isOver: () => boolean,
): Promise<void> {
  const studies = `update enrollments set last_activity_at = now() where workspace_id = $1 and id = (
    select id from enrollments where workspace_id = $1 and user_id = $2 and is_current limit 1)`;
  const moved = `update users set department_id = (
      select id from departments d where d.workspace_id = $1 and d.id is distinct from users.department_id order by md5(d.id::text || $2::uuid::text) limit 1)
    where workspace_id = $1 and id = $2`;
  const write = async (name: string, text: string) => {
    const client = new pg.Client({ connectionString: data.url });
    await client.connect();
    const each: number[] = [];
    for (let n = 0; !isOver(); n++) {
      const began = performance.now();
      await client.query({ name, text, values: [data.workspace.id, people[n % people.length]] });
      each.push(performance.now() - began);
    }
    latencies.set(name, each);
    await client.end();
  };
  await Promise.all([write('studying', studies), write('moving people', moved)]);
}
