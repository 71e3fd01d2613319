import { expect } from 'vitest';
import { storeDemo } from '../../seeds/demo/store-demo.ts';
import { createSignInUrl } from '../../src/auth/sign-in/sign-in-link.ts';
import { startJobsServer, untilJob } from '../../src/features/ai/jobs/ai-jobs-fixture.ts';
import { authoringOn, fill } from '../../src/features/modules/authoring-fixture.ts';
import { newId } from '../../src/platform/ids.ts';
import { isOurs, readContents } from './contents.ts';
import { OWN_KEY } from './own-key.ts';
import { addWaitingRows } from './waiting-rows.ts';

const SOURCE = {
  title: 'Driving forklifts',
  text: 'Check the brakes of the forklift before the first drive of every shift. Keep three metres of distance.',
};

/** The server that `furnish` works through; begun where a test file begins, because it ends with the file. */
export const startFurnisher = (databaseUrl: string) =>
  startJobsServer({
    databaseUrl,
    // Without AUTH_SECRET the database keeps one; with limits it counts calls.
    env: { AUTH_SECRET: '' },
    keepOpen: true,
    config: { rateLimits: { reads: 600, writes: 120 } },
  });

/**
 * Fills a migrated database as a year of use would: the demo workspace, and through the server whatever it lacks, until
 * every table has a row. Then the server is closed, so that nothing changes any more.
 */
export async function furnish({ server, providers, person }: Awaited<ReturnType<typeof startFurnisher>>) {
  const { pool } = server.db;
  const { workspace } = await storeDemo(server.db, new Date());
  const admin = await person(workspace, 'super_admin');
  const { draft, submitted } = authoringOn(server);

  // Published, but for the quiz, which is queried; and a proposal for what is locked.
  const author = await draft(workspace);
  await fill(author.client, author.module.id);
  const release = providers.hold();
  const card = { module_id: author.module.id, section: 'flashcards' as const, source: SOURCE, count: 1 };
  const job = await author.client.modules.generate.mutate(card);
  await author.client.reviews.submit.mutate({ module_id: author.module.id });
  release();
  await untilJob(author.client, job.id, 'succeeded');
  const reviewer = await person(workspace, 'content_manager');
  const named = { module_id: author.module.id };
  await reviewer.client.reviews.claim.mutate(named);
  await reviewer.client.reviews.compare.query(named);
  const { round, flashcards, quiz } = await reviewer.client.modules.get.query({ id: author.module.id });
  const of = { ...named, round };
  await reviewer.client.reviews.approve.mutate({
    ...of,
    section: 'flashcards',
    content_hash: flashcards.content_hash,
  });
  const sent = { ...of, section: 'quiz' as const, content_hash: quiz.content_hash };
  await reviewer.client.reviews.query.mutate({ ...sent, comment: 'Which brakes?' });
  const waiting = await draft(workspace);
  await submitted(waiting.client, waiting.module.id);

  await admin.client.overview.putSetUpAway.mutate({ away: true });
  await admin.client.providerKeys.add.mutate({ provider: 'anthropic', model: 'claude-opus-5-5', key: OWN_KEY });
  await author.client.ai.upload.mutate(new Blob(['# A heading\n\nSome words.']));

  const { call } = await server.api(['intake:create', 'catalog:read'], workspace);
  const article = { content: 'Loads are secured with two straps.', source_name: 'Wiki' };
  const intake = await call('POST', '/api/v1/intake', article, { 'idempotency-key': newId() });
  expect(intake.status).toBe(201);

  // A link that nobody has opened yet, and who came by single sign-on.
  await createSignInUrl(server.db, admin.user.email, { publicUrl: server.base, minutes: 60 });
  await pool.query(
    `insert into auth_accounts (id, account_id, provider_id, user_id, created_at, updated_at)
     select gen_random_uuid(), 'subject-1', 'oidc', id, now(), now() from identities limit 1`,
  );
  // Calls are counted, and events are chained, a moment after they came.
  for (const table of ['rate_windows', 'audit_chain']) {
    const rows = async () => (await pool.query(`select 1 from ${table}`)).rowCount;
    await expect.poll(rows, { message: table }).toBeGreaterThan(0);
  }
  await server.close();
  await addWaitingRows(server.databaseUrl, workspace);
  const contents = await readContents(server.databaseUrl);
  const empty = Object.keys(contents).filter((table) => isOurs(table) && contents[table]?.rows === 0);
  expect(empty).toEqual([]);
}
