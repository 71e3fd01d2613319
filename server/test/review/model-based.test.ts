import type { SectionKind } from '@training/shared/courses';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startTestServer } from '../server.ts';
import { apply } from './apply.ts';
import { KINDS } from './content.ts';
import { expectHistory, expectState, perform, titleOf, type Driver } from './module-driver.ts';
import { newModel, refusal, VERBS, type Command, type Model, type Verb } from './model.ts';
import {
  callDirectly,
  callOverHttp,
  EVERYBODY,
  makePeople,
  type Call,
  type People,
  type PersonName,
} from './people.ts';

/**
 * Random sequences of everything that anybody can try to do to a module, against the real server and against a model of
 * the table in decisions §6. `REVIEW_SEQUENCES=20000` runs more of them. A failure prints what plays it
 * again: `REVIEW_SEED=… REVIEW_PATH=… REVIEW_REPLAY=… REVIEW_LANE=…`.
 */
const SEQUENCES = Number(process.env.REVIEW_SEQUENCES ?? 1_000);
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
  content_locked: 423,
};

/** Where a module stands, as a transition answers it. */
const Standing = z.object({ status: z.string(), workflow: z.string().nullable(), round: z.int() });

const ALL: Command[] = VERBS.flatMap((verb) =>
  EVERYBODY.flatMap((who) =>
    KINDS.flatMap((section) => [0, 1, 2, 3, 4, 5].map((twist) => ({ verb, who, section, twist, elsewhere: false }))),
  ),
);
function plain(verb: Verb, who: PersonName, section: SectionKind): Command {
  return { verb, who, section, twist: 0, elsewhere: false };
}

/** What leads on is tried more often: what a module can do is seldom reached by chance. */
const FORWARD = ['submit', 'approve', 'resubmit', 'save', 'query', 'revise'];

function possible(model: Model, [verbNumber, number]: [number, number]): Command {
  const accepted = ALL.filter((command) => refusal(model, command) === null);
  const verbs = [...new Set(accepted.map(({ verb }) => verb))];
  const weighted = [
    ...verbs,
    ...verbs.filter((verb) => FORWARD.includes(verb)),
    ...verbs.filter((verb) => FORWARD.includes(verb)),
  ];
  const chosen = accepted.filter(({ verb }) => verb === weighted[verbNumber % weighted.length]);
  return chosen[number % chosen.length]!;
}

/** One step: something that can be done now, or anything by anybody. */
class Step implements fc.AsyncCommand<{ model: Model }, Driver> {
  readonly choice: Command | [number, number];
  done: Command | undefined;

  constructor(choice: Command | [number, number]) {
    this.choice = choice;
  }

  check = () => true;

  async run({ model }: { model: Model }, driver: Driver): Promise<void> {
    const command = Array.isArray(this.choice) ? possible(model, this.choice) : this.choice;
    this.done = command;
    const code = refusal(model, command);
    const answer = await perform(driver, model, command);
    if (code === null) apply(model, command);
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

/** The way to where a module is published and revised; a sequence begins somewhere on it. */
const ROAD: Command[] = [
  plain('save', 'author', 'flashcards'),
  plain('save', 'colleague', 'quiz'),
  plain('submit', 'author', 'quiz'),
  plain('approve', 'manager', 'flashcards'),
  plain('approve', 'admin', 'quiz'),
  plain('revise', 'colleague', 'quiz'),
];

const index = fc.nat(1_000_000);
const anything = fc.record({
  verb: fc.constantFrom(...VERBS),
  who: fc.constantFrom(...EVERYBODY),
  section: fc.constantFrom(...KINDS),
  twist: fc.nat(5),
  elsewhere: fc.nat(15).map((n) => n === 0),
});
const step = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(index, index).map((choice) => new Step(choice)) },
  { weight: 2, arbitrary: anything.map((command) => new Step(command)) },
);

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
    start: number,
    steps: Iterable<fc.AsyncCommand<{ model: Model }, Driver>>,
  ) {
    const course = await make.course(workspace, { departmentId: people.departmentId });
    const title = titleOf(0);
    const made = await call(people.of.author, 'modules.create', { course_id: course.id, title });
    const { id } = z.object({ id: z.string() }).parse(made.ok && made.data);
    const driver: Driver = { id, call, people, pool: db.pool, elsewhere, hashes: new Map() };
    const model = newModel();
    await db.pool.query(`update users set role = 'trainer' where id = $1`, [people.of.turncoat.id]);
    for (const command of ROAD.slice(0, start)) await new Step(command).run({ model }, driver);
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
      const call =
        lane === 'http'
          ? callOverHttp(() => server.base, cookies, workspace)
          : callDirectly(db, server.databaseUrl, workspace);
      const share = lane === 'http' ? OVER_HTTP : (1 - OVER_HTTP) / (LANES.length - 1);
      const commands = fc.commands([step], {
        maxCommands: SEQUENCES > 1_000 ? 24 : 12,
        ...(REVIEW_REPLAY && { replayPath: REVIEW_REPLAY }),
        size: 'max',
      });
      const property = fc.asyncProperty(fc.nat(ROAD.length), commands, (start, steps) =>
        run(people, call, start, steps),
      );
      const seed = REVIEW_LANE ? SEED : SEED + LANES.indexOf(lane);
      const found = await fc.check(property, {
        numRuns: Math.ceil(SEQUENCES * share),
        seed,
        ...(REVIEW_PATH && { path: REVIEW_PATH }),
        endOnFailure: false,
      });
      if (!found.failed) return;
      const again = `REVIEW_SEED=${found.seed} REVIEW_PATH=${found.counterexamplePath} REVIEW_LANE='${lane}'`;
      throw new Error(
        `Play it again with ${again}, and its replayPath as REVIEW_REPLAY\n${fc.defaultReportMessage(found) ?? ''}`,
      );
    }),
  );
  console.info(`${counts.sequences} sequences, ${counts.steps} accepted transitions, ${counts.published} publications`);
  expect(counts.published).toBeGreaterThan(0);
});
