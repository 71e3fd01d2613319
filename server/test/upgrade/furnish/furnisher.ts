import { afterAll } from 'vitest';
import { startGoogle } from '../../../src/features/drive-sync/ingest/files-fixture.ts';
import { startGradingServer } from '../../../src/features/grading/grading-fixture.ts';
import { startReceiver } from '../../../src/features/webhooks/delivery/delivery-fixture.ts';
import { startChatStandIn } from '../../chat/stand-in.ts';

export type Furnisher = Awaited<ReturnType<typeof startFurnisher>>;

/** The server that `furnish` works through; begun where a test file begins, because it ends with the file. */
export async function startFurnisher(databaseUrl: string) {
  const [google, chat, receiver] = await Promise.all([startGoogle(), startChatStandIn(), startReceiver()]);
  afterAll(() => chat.stop());
  const grading = await startGradingServer({
    databaseUrl,
    // Without AUTH_SECRET the database keeps one; with limits it counts calls.
    env: { ...google.env, ...chat.env, AUTH_SECRET: '' },
    keepOpen: true,
    config: { rateLimits: { reads: 600, writes: 120, people: 0 } },
  });
  return { ...grading, google, receiver };
}
