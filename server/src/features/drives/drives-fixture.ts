import { afterAll, afterEach, expect } from 'vitest';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { startGoogleStandIn } from '../../../test/drives/google-stand-in.ts';
import type { TestWorkspace } from '../../../test/make.ts';
import { startTestServer, type Client } from '../../../test/server.ts';

export const MARIA = 'maria@example.com';
export const PAUL = 'paul@example.com';

/** A folder as picked by a user. */
export const picked = (provider_id: string, drive_id: string, department_id: string | null = null) => ({
  provider_id,
  drive_id,
  department_id,
});

type Options = { env?: Record<string, string> };

/** Starts a server that uses a fake Google with two users’ drives. Fails the test if the fake server notes problems. */
export async function startDrives({ env = {} }: Options = {}) {
  const google = await startGoogleStandIn();
  google.world.account(MARIA);
  google.world.account(PAUL);
  google.switches.consent = 'approve';
  const server = await startTestServer({ env: { ...google.env, ...env } });
  const { db, make, base } = server;
  afterEach(() => {
    google.reset();
    google.switches.consent = 'approve';
    expect(google.problems.splice(0)).toEqual([]);
  });
  afterAll(() => google.stop());

  async function rows<Row extends object = Record<string, unknown>>(text: string, values: unknown[] = []) {
    return (await db.pool.query<Row>(text, values)).rows;
  }

  /** Creates a user with their own session. */
  async function person(workspace: TestWorkspace, role: 'super_admin' | 'auditor' = 'super_admin') {
    const user = await make.user(workspace, { role });
    const cookie = await server.signIn(user.email);
    return { user, cookie, client: server.client({ cookie, [WORKSPACE_HEADER]: workspace.slug }) };
  }

  /** Opens an address without following redirects. Returns where it redirects to, or the status. */
  async function open(address: string, cookie?: string): Promise<string> {
    const answer = await fetch(address, { redirect: 'manual', ...(cookie && { headers: { cookie } }) });
    return answer.headers.get('location') ?? `${answer.status}`;
  }

  /** Creates a workspace with a drive connected through a service account. */
  async function connected() {
    const workspace = await make.workspace();
    const admin = await person(workspace);
    const account = `reader-${workspace.slug}@stand-in.iam.gserviceaccount.com`;
    const key = google.oauth.serviceAccount(account);
    const { id } = await admin.client.drives.connectServiceAccount.mutate({ key });
    return { workspace, admin, id, account };
  }

  return {
    ...server,
    google,
    rows,
    person,
    open,
    /** Goes through Google's consent like a browser. Returns the path of the page it ends at, without the origin. */
    consent: async (client: Client, cookie: string, connection_id: string | null = null): Promise<string> => {
      const { url } = await client.drives.authorize.mutate({ connection_id });
      const back = await open(url);
      const page = await open(back, cookie);
      return page.slice(base.length);
    },
    connected,
    /** Connects such a drive, containing two nested folders. None is picked yet. */
    withFolders: async () => {
      const all = await connected();
      const drive = google.world.sharedDrive(`Company ${all.workspace.slug}`, [all.account]);
      const outer = google.world.folder({ name: 'Safety', in: drive });
      const inner = google.world.folder({ name: 'Forklifts', in: outer });
      const transport = await make.department(all.workspace, 'Transport');
      return { ...all, drive, outer, inner, transport };
    },
    card: async (client: Client, id: string) => {
      const found = (await client.drives.list.query()).drives.find((drive) => drive.id === id);
      if (!found) throw new Error(`there is no card of ${id}`);
      return found;
    },
    actions: async (workspace: TestWorkspace) =>
      (
        await rows<{ action: string }>(
          `select action from audit_events where workspace_id = $1 and action like 'drive.%' order by at, id`,
          [workspace.id],
        )
      ).map(({ action }) => action),
  };
}
