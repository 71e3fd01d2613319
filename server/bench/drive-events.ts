import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { hashChannelToken } from '../src/features/drive-sync/push/google-push.ts';
import { newId } from '../src/platform/ids.ts';
import type { Data } from './data.ts';
import { EDITED } from './drive-files.ts';
import type { Rounds } from './measure.ts';
import type { Server } from './processes.ts';
import { grid, median, ratio, type Limit } from './report.ts';

const Fetched = z.object({ files: z.number(), most: z.number(), lastAt: z.number() });

interface Running {
  data: Data;
  ours: Server;
  standIn: Server;
  connections: string[];
  rounds: Rounds;
}

/**
 * Files that change at once, with a ring for each: how often each is fetched, and how long it takes from the first ring
 * to the last fetch. The floor fetches the same files one after the other.
 */
export async function measureEvents(running: Running): Promise<Limit[]> {
  const { standIn, rounds } = running;
  const base = `http://127.0.0.1:${standIn.port}`;
  const rings = await openChannel(running);
  const took: { floor: number; ours: number; most: number }[] = [];
  for (let round = 0; round < rounds.count; round++) {
    const floor = await fetchAll(base);
    await fetch(`${base}/edit`);
    const began = performance.timeOrigin + performance.now();
    for (let n = 0; n < EDITED; n += 100) await Promise.all(Array.from({ length: 100 }, rings));
    const { lastAt, most } = await allFetched(base);
    took.push({ floor, ours: (lastAt - began) / 1_000, most });
  }
  const rows = took.map(({ floor, ours, most }) => [
    (EDITED / floor).toFixed(0),
    (EDITED / ours).toFixed(0),
    ratio(ours / floor),
    ours.toFixed(1),
    String(most),
  ]);
  say(`\n${grid([['bare loop, files/s', 'events, files/s', 'ratio', 'seconds', 'fetches of a file'], ...rows])}`);
  return [
    {
      name: `fetches of a file at ${EDITED} events at once`,
      value: median(took.map(({ most }) => most)),
      limit: 1,
      unit: '×',
    },
  ];
}

/** What rings for a drive, as Google does. */
async function openChannel({ data, ours, connections }: Running): Promise<() => Promise<void>> {
  const [id, token] = [newId(), randomUUID()];
  // The stand-in tells every drive of the same changes.
  await data.db.pool.query(
    'update drive_change_feeds set cursor = null where workspace_id = $1 and connection_id <> $2',
    [data.workspace.id, connections[0]],
  );
  await data.db.pool.query(
    `insert into drive_channels (workspace_id, id, connection_id, drive_id, token_hash, resource_id, opened_at, expires_at)
     values ($1, $2, $3, '', $4, 'changes', now(), now() + interval '1 day')`,
    [data.workspace.id, id, connections[0], hashChannelToken(token)],
  );
  const headers = {
    'x-goog-channel-token': token,
    'x-goog-resource-id': 'changes',
    'x-goog-resource-state': 'change',
  };
  return async () => {
    const { status } = await fetch(`http://127.0.0.1:${ours.port}/api/drives/google/${id}`, {
      method: 'POST',
      headers,
    });
    if (status !== 204 && status !== 503) throw new Error(`A ring was answered with ${status}`);
  };
}

/** How many seconds a bare loop takes. */
async function fetchAll(base: string): Promise<number> {
  const began = performance.now();
  for (let n = 0; n < EDITED; n++) await (await fetch(`${base}/drive/v3/files/file-0-${n}?alt=media`)).text();
  return (performance.now() - began) / 1_000;
}

async function allFetched(base: string): Promise<z.infer<typeof Fetched>> {
  for (let tries = 0; tries < 2_400; tries++) {
    const fetched = Fetched.parse(await (await fetch(`${base}/fetched`)).json());
    if (fetched.files === EDITED) {
      // Whoever fetches one of them twice has a moment to do so.
      await sleep(3_000);
      return Fetched.parse(await (await fetch(`${base}/fetched`)).json());
    }
    await sleep(250);
  }
  throw new Error('Not all files were fetched within ten minutes.');
}

const say = (line: string) => process.stdout.write(`${line}\n`);
