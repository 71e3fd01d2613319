import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { driveMaker, startGoogle } from './files-fixture.ts';

// Without a provider key, each text is suggested as it is.
const google = await startGoogle();
const server = await startTestServer({ jobs: true, env: google.env });
const drive = driveMaker(server, google);
const { world } = google;

/** Long enough that one more line makes a near duplicate. */
const RULES = Array.from({ length: 60 }, (_, n) => `Rule ${n}: aisle ${n} is kept free of goods at all times.`).join(
  '\n',
);
const OTHER = 'Whoever has driven for four hours takes a break of twenty minutes, and says so to the lead.';

/** Two files with the same text, and their suggestion. */
async function shared() {
  const driven = await drive();
  const { folder, see, until, suggestions } = driven;
  const markdown = (name: string) => world.file({ name, mimeType: 'text/markdown', content: RULES, in: folder });
  const [one, other] = [markdown('a.md'), markdown('b.md')];
  await see(one);
  await until(one, 'suggested');
  await see(other);
  const { suggestion_id } = await until(other, 'suggested');
  expect((await suggestions()).map(({ id }) => id)).toEqual([suggestion_id]);
  const change = async (id: string, text: string) => {
    world.edit(id, text);
    await see(id);
    return until(id, 'suggested', 'unchanged');
  };
  const statuses = async () => (await suggestions()).map(({ status }) => status);
  return { ...driven, one, other, id: suggestion_id ?? '', change, statuses };
}

// rules/suggestions 13
test('the same text in two files is suggested once, and waits while one of them says it', async () => {
  const { one, other, id, change, statuses, suggestions } = await shared();
  await change(one, OTHER);
  expect(await statuses()).toEqual(['pending', 'pending']);
  expect((await suggestions())[0]).toMatchObject({ id, source_url: expect.stringContaining(other) });
  // The suggestion now belongs to the other file, and goes with it.
  await change(other, `${OTHER} Even so at night.`);
  expect(await statuses()).toEqual(['superseded', 'pending', 'pending']);
});

test('it stays where the other file changes, which it is not of', { tags: ['deep'] }, async () => {
  const { one, other, change, statuses, suggestions } = await shared();
  await change(other, OTHER);
  expect(await statuses()).toEqual(['pending', 'pending']);
  expect((await suggestions())[0]).toMatchObject({ source_url: expect.stringContaining(one) });
  await change(one, `${OTHER} Even so at night.`);
  expect(await statuses()).toEqual(['superseded', 'pending', 'pending']);
});

test('a file that is in the trash says nothing any more', { tags: ['deep'] }, async () => {
  const { one, other, change, statuses, see, until } = await shared();
  world.trash(other);
  await see(other);
  await until(other, 'trashed');
  await change(one, OTHER);
  expect(await statuses()).toEqual(['superseded', 'pending']);
});

// rules/suggestions 13
test('what was dismissed stays so for both of them', { tags: ['deep'] }, async () => {
  const { workspace, one, other, id, change, statuses } = await shared();
  const admin = await server.as('super_admin', workspace);
  await admin.suggestions.dismiss.mutate({ id, reason: 'Known to everybody' });
  for (const file of [one, other]) {
    expect(await change(file, `${RULES}\nAnd that is all.`)).toMatchObject({ reason: 'dismissed', suggestion_id: id });
  }
  expect(await statuses()).toEqual(['dismissed']);
});
