import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startTestServer } from '../server.ts';
import { apply } from './apply.ts';
import { choice, commandOf, roadOf, start, type Choice, type Start } from './choices.ts';
import { expectHistory, expectState, perform, numberedTitle, type Driver } from './module-driver.ts';
import { newModel, refusal, type Command, type Model } from './model.ts';
import { callDirectly, callOverHttp, makePeople, type Call, type People } from './people.ts';

/**
 * Random sequences of everything that anybody can try to do to a module, against the real server and against a model of
 * the table of rules/review. `npm run test:deep` runs more of them. A failure prints what plays it
 * again: `REVIEW_SEED=… REVIEW_PATH=… REVIEW_REPLAY=… REVIEW_LANE=…`.
 */
const SEQUENCES = Number(process.env.REVIEW_SEQUENCES ?? 40);
const SEED = Number(process.env.REVIEW_SEED ?? Date.now() % 2 ** 31);
const { REVIEW_PATH, REVIEW_REPLAY, REVIEW_LANE } = process.env;
/** Each with people of its own; most call the router, and every eighth sequence goes over HTTP. */
const LANES = ['direct 1', 'direct 2', 'direct 3', 'direct 4', 'direct 5', 'http'];
const OVER_HTTP = 1 / 8;

const STATUSES: Record<string, number> = {
  forbidden: 403,
  self_review: 403,
  reason_required: 400,
  incomplete: 400,
  module_not_found: 404,
  revision_not_found: 404,
  content_locked: 423,
};

/** State of a module, as a transition answers it. */
const Standing = z.object({ status: z.string(), workflow: z.string().nullable(), round: z.int() });

/** Each of them is met in a run of 250 sequences. */
const CODES = [
  'reason_required',
  'incomplete',
  'forbidden',
  'self_review',
  'module_not_found',
  'revision_not_found',
  'content_locked',
  'module_state',
  'stale_version',
  'stale_revision',
  'nothing_changed',
  'already_claimed',
].sort();
const met = new Set<string>();

/** One step: something that can be done now, something that almost can, or anything by anybody. */
class Step implements fc.AsyncCommand<{ model: Model }, Driver> {
  readonly choice: Choice;
  done: Command | undefined;

  constructor(choice: Choice) {
    this.choice = choice;
  }

  check = () => true;

  async run({ model }: { model: Model }, driver: Driver): Promise<void> {
    const command = commandOf(model, this.choice);
    this.done = command;
    const code = refusal(model, command);
    const answer = await perform(driver, model, command);
    if (code === null) apply(model, command);
    else met.add(code);
    const refused = code !== null && { ok: false, code, status: STATUSES[code] ?? 409 };
    expect(answer.ok ? { ok: true } : answer).toEqual(refused || { ok: true });
    const standing = answer.ok ? Standing.safeParse(answer.data) : undefined;
    if (standing?.success)
      expect(standing.data).toMatchObject({ workflow: model.workflow, round: model.rounds.length });
    await expectState(driver, model);
  }

  toString(): string {
    if (!this.done) return 'not reached';
    const { verb, who, section, twist, elsewhere } = this.done;
    return `${who}: ${verb} ${section} ${twist}${elsewhere ? ' elsewhere' : ''}`;
  }
}

test('whatever anybody tries, the module stands where the table says', { timeout: 3_600_000 }, async () => {
  const server = await startTestServer();
  const { make, db } = server;
  const workspace = await make.workspace();
  const other = await make.workspace();
  const elsewhere = (await make.module(other, (await make.course(other)).id)).id;
  const counts = { sequences: 0, steps: 0, published: 0 };

  async function run(
    people: People,
    call: Call,
    from: Start,
    steps: Iterable<fc.AsyncCommand<{ model: Model }, Driver>>,
  ) {
    await db.pool.query(`update users set role = 'trainer' where id = $1`, [people.of.turncoat.id]);
    const course = await make.course(workspace, { departmentId: people.departmentId });
    const title = numberedTitle(0);
    const made = await call(people.of[from.creator], 'modules.create', { course_id: course.id, title });
    const { id } = z.object({ id: z.string() }).parse(made.ok && made.data);
    const driver: Driver = { id, call, people, pool: db.pool, elsewhere, hashes: new Map() };
    const model = newModel(from.creator);
    for (const command of roadOf(from)) await new Step(command).run({ model }, driver);
    await fc.asyncModelRun(() => ({ model: { model }, real: driver }), steps);
    await expectHistory(driver, model);
    counts.sequences++;
    counts.steps += model.audit.length;
    counts.published += model.published.length;
  }

  const playing = REVIEW_LANE ? LANES.filter((lane) => lane === REVIEW_LANE) : LANES;
  await Promise.all(
    playing.map(async (lane) => {
      const people = await makePeople(make, workspace);
      const cookies = new Map<string, string>();
      if (lane === 'http')
        for (const { email } of Object.values(people.of)) cookies.set(email, await server.signIn(email));
      const call = lane === 'http' ? callOverHttp(() => server.base, cookies, workspace) : callDirectly(db, workspace);
      const share = lane === 'http' ? OVER_HTTP : (1 - OVER_HTTP) / (LANES.length - 1);
      const commands = fc.commands([choice.map((chosen) => new Step(chosen))], {
        maxCommands: SEQUENCES > 1_000 ? 24 : 12,
        ...(REVIEW_REPLAY && { replayPath: REVIEW_REPLAY }),
        size: 'max',
      });
      const property = fc.asyncProperty(start, commands, (from, steps) => run(people, call, from, steps));
      const seed = REVIEW_LANE ? SEED : SEED + LANES.indexOf(lane);
      const found = await fc.check(property, {
        numRuns: Math.ceil(SEQUENCES * share),
        seed,
        ...(REVIEW_PATH && { path: REVIEW_PATH }),
      });
      if (!found.failed) return;
      const again = `REVIEW_SEQUENCES=${SEQUENCES} REVIEW_SEED=${found.seed} REVIEW_PATH=${found.counterexamplePath} REVIEW_LANE='${lane}'`;
      throw new Error(
        `Play it again with ${again}, and its replayPath as REVIEW_REPLAY\n${fc.defaultReportMessage(found) ?? ''}`,
        { cause: found.errorInstance },
      );
    }),
  );
  console.info(`${counts.sequences} sequences, ${counts.steps} accepted transitions, ${counts.published} publications`);
  if (SEQUENCES >= 250 && !REVIEW_PATH) expect([...met].sort()).toEqual(CODES);
});
