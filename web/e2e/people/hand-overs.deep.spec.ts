import { expect, test } from '../fixtures.ts';
import { ends, expectNobody, expectOwnRows, handOver, makeStudents, setUpTablet, takeTurn } from './hand-overs.ts';

/** Random hand-overs, and the seed that repeats them. */
const HAND_OVERS = Number(process.env['HAND_OVERS'] ?? 300);
const SEED = Number(process.env['HAND_OVERS_SEED'] ?? Date.now() % 2 ** 31);

/** Returns random whole numbers below a bound (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

// rules/sign-in 19
test(`of ${HAND_OVERS} random hand-overs of a tablet, with kills, none leaves a trace or a row of another`, async ({
  browser,
  server,
  trainer,
  reviewer,
}) => {
  test.setTimeout(HAND_OVERS * 20_000 + 120_000);
  const { admin, students } = await makeStudents(browser, server, trainer, reviewer);
  let page = await setUpTablet(await browser.newContext({ baseURL: server.origin }), admin);
  const random = randomOf(SEED);
  for (let turn = 0; turn < HAND_OVERS; turn++) {
    const student = students[random(students.length)];
    const way = ends[random(ends.length)];
    if (!student || !way) throw new Error('There is nobody.');
    await test.step(`${turn}: ${student.name}, ${way} (seed ${SEED})`, async () => {
      await takeTurn(page, student, random(100));
      page = await handOver(page, way);
      await expectNobody(page, student);
    });
  }
  expect(await expectOwnRows(admin, students)).toBeGreaterThanOrEqual(students.length);
  await admin.leave();
});
