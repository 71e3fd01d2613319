import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startBucket } from '../../../test/bucket.ts';
import { wav } from '../../../test/documents/make-recordings.ts';
import { startTestServer } from '../../../test/server.ts';
import { sendMedia } from '../../features/courses/modules/authoring-fixture.ts';
import { card, question } from '../../features/reviews/reviews-fixture.ts';
import { revisionsOn } from '../../features/reviews/revisions-fixture.ts';
import { HTTP_LIMITS } from '../limits/limits.ts';

const bucket = await startBucket();
afterAll(() => bucket.close());
afterEach(() => bucket.restore());
// Two slots, of which a workspace has one, and memory for two files that are being downloaded.
const server = await startTestServer({
  env: { STORAGE_URL: bucket.address, DATABASE_POOL_SIZE: '4' },
  bounds: { answers: { ...HTTP_LIMITS.answers, ofWorkspace: 2 * 1024 * 1024 } },
});
const { workspace, trainer, published } = await revisionsOn(server);
const sound = wav(200);
let digest: string;
let course: string;

beforeAll(async () => {
  ({ digest } = await sendMedia(trainer.client, sound));
  const media = [{ at: 'prompt' as const, kind: 'sound' as const, digest, alt: 'A hum' }];
  const id = await published({ title: 'Hum', cards: [card()], questions: [{ ...question(), media }] });
  const { rows } = await server.db.pool.query<{ of: string }>('select course_id as of from modules where id = $1', [
    id,
  ]);
  course = rows[0]!.of;
});

const kept = (count: number) => expect.poll(() => bucket.kept()).toBe(count);

// rules/bounds 4, rules/media 7
test('downloads that wait for a storage that doesn’t answer keep no memory from others', async () => {
  bucket.hang();
  const play = () => fetch(`${server.base}/media/${workspace.slug}/${digest}`, { headers: trainer.headers });
  const playing = [play(), play(), play()];
  await kept(3);
  const table = `${server.base}/api/workspaces/${workspace.slug}/courses/${course}/csv`;
  const other = await fetch(table, { headers: trainer.headers });
  expect([other.status, (await other.text()).includes('Hum')]).toEqual([200, true]);
  bucket.restore();
  const answered = await Promise.all(playing);
  expect(answered.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  for (const answer of answered) await answer.arrayBuffer();
});

// rules/bounds 7
test.each(['archive?with_media=true', 'qti', 'scorm'])(
  'an export (%s) that waits for the storage has no slot meanwhile',
  async (format) => {
    const { call, token } = await server.api(['content:export', 'catalog:read'], workspace);
    bucket.hang();
    const exporting = fetch(`${server.base}/api/v1/courses/${course}/${format}`, {
      headers: { authorization: `Bearer ${token.token}` },
    }).then((answer) => answer.arrayBuffer());
    await kept(1);
    expect(await call('GET', '/api/v1/catalog')).toMatchObject({ status: 200 });
    bucket.restore();
    expect((await exporting).byteLength).toBeGreaterThan(sound.length);
  },
);
