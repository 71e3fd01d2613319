// A drive of Google's for the noisy tenant: 30 of its documents always fail, one is edited as an attack asks for it.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../src/database/database.ts';
import { startGoogleStandIn } from '../test/drives/google-stand-in.ts';

const ACCOUNT = 'reader@noisy.iam.gserviceaccount.com';

/** Permanent refusals of Google, and the reason that the server gives for each. */
const REFUSALS = [
  { status: 500, reason: 'backendError', of: 'content', becomes: 'unavailable' },
  { status: 403, reason: 'downloadQuotaExceeded', of: 'content', becomes: 'download_quota' },
] as const;

/** Documents of each refusal. */
const OF_EACH = 15;

/** The data that an attack needs to connect the drive, and the URL that edits the document. */
export interface FailingDrive {
  control: string;
  key: string;
  driveId: string;
  folderId: string;
  /** Expected reason of each failing document, by name. */
  becomes: Record<string, string>;
}

/** @property paused True if the server paused the drive since the last answer. */
export type Edited = { ms: number; paused: boolean };

export async function startFailingDrive(db: Database) {
  const google = await startGoogleStandIn({ judged: false });
  const { world, switches, oauth, requests } = google;
  const driveId = world.sharedDrive('Noisy', [ACCOUNT]);
  const folderId = world.folder({ name: 'Instructions', in: driveId });
  const edited = world.document({ name: 'Edited', text: '# Rule 0\n', in: folderId });
  const becomes: Record<string, string> = {};
  for (const { becomes: reason, ...refusal } of REFUSALS) {
    for (let n = 0; n < OF_EACH; n++) {
      const name = `${refusal.reason} ${n}`;
      becomes[name] = reason;
      switches.failing.set(world.document({ name, text: `# ${name}\n`, in: folderId }), refusal);
    }
  }
  let wasPaused = false;
  const polling = setInterval(() => void advance(), 1_000);

  /** Moves due times forward: retries would take minutes, and edits are debounced for half a minute. */
  async function advance(): Promise<void> {
    try {
      await db.pool.query(`
        update drive_files set due_at = now() where due_at > now() and state <> 'failed'
          and (attempts = 0 or state_at < now() - interval '4 seconds')`);
      const paused = await db.pool.query('select 1 from drive_connections where paused_until > now()');
      wasPaused ||= paused.rows.length > 0;
    } catch {
      // The database has more to do just now.
    }
  }

  /** Edits the document, and answers once the server has fetched that. */
  async function edit(request: IncomingMessage): Promise<Edited> {
    const gone = once(request.socket, 'close').then(() => true as const);
    const before = requests.length;
    const at = performance.now();
    world.edit(edited, await text(request));
    const isFetched = () => requests.slice(before).some(({ path }) => path.endsWith(`/${edited}/export`));
    while (!isFetched()) if ((await Promise.race([gone, sleep(50)])) === true) break;
    const paused = wasPaused;
    wasPaused = false;
    return { ms: performance.now() - at, paused };
  }

  const server = createServer((request, response) => {
    void edit(request).then(
      (answer) => response.end(JSON.stringify(answer)),
      () => response.destroy(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server's address is never a path.
  const { port } = server.address() as AddressInfo;
  const plan: FailingDrive = {
    control: `http://127.0.0.1:${port}`,
    key: oauth.serviceAccount(ACCOUNT),
    driveId,
    folderId,
    becomes,
  };
  return {
    plan,
    /** Environment of a server that reads this drive. Without a public address it polls. */
    env: { ...google.env, DRIVE_POLL_SECONDS: '1' },
    async stop() {
      clearInterval(polling);
      server.closeAllConnections();
      server.close();
      await google.stop();
    },
  };
}
