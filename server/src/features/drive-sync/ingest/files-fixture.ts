import { afterAll, expect } from 'vitest';
import type { DriveFileState } from '@training/shared/drives/drives';
import { keyringOf } from '../../../../test/endpoints.ts';
import { startGoogleStandIn } from '../../../../test/drives/google-stand-in.ts';
import type { TestServer } from '../../../../test/server.ts';
import { readConfig } from '../../../core/config.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { createDriveProviders } from '../../../providers/drives/drive-providers.ts';
import { DRIVE_CREDENTIAL_COLUMN } from '../connection/sealed-drive-credential.ts';
import { sealSecret } from '../../secrets/sealed-secret.ts';
import { upsertItems } from './upsert-items.ts';

/** Starts a fake Google Drive server for a test file. */
export async function startGoogle() {
  const google = await startGoogleStandIn();
  afterAll(async () => {
    await google.stop();
    expect(google.problems).toEqual([]);
  });
  return google;
}

type Google = Awaited<ReturnType<typeof startGoogle>>;

/** Connects drives of the fake server, as their super admins would, to a server that runs its jobs. */
export function driveMaker({ db, make }: Pick<TestServer, 'db' | 'make'>, google: Google) {
  const drives = createDriveProviders(readConfig(google.env).drives, () => 'http://127.0.0.1');
  const keyring = keyringOf({ test: 7 });
  let made = 0;

  /** Connects a drive with one picked folder, by default in a new workspace. */
  return async function drive(
    given: { departmentId?: string; workspace?: { id: string; slug: string; name: string } } = {},
  ) {
    const workspace = given.workspace ?? (await make.workspace());
    const admin = await make.user(workspace, { role: 'super_admin' });
    const account = `drive-${++made}@example.com`;
    const { world } = google;
    const folder = world.folder({ name: 'Instructions', in: world.account(account) });
    const connection = await make.drive(workspace, { account });
    const credential = { auth: 'oauth' as const, refreshToken: google.oauth.grant(account) };
    const sealed = await sealSecret(
      { db, keyring },
      DRIVE_CREDENTIAL_COLUMN,
      { ...connection, version: 1 },
      JSON.stringify(credential),
    );
    await db.pool.query(
      `update drive_connections set sealed = $2, key_id = $3, connected_by = $4, night = current_date + 7 where id = $1`,
      [connection.id, sealed.sealed, sealed.keyId, admin.id],
    );
    const picked = await make.driveFolder(workspace, connection.id, { ...given, providerId: folder });
    const opened = drives.open(credential, { connectionId: connection.id, version: 1 });
    const ctx = make.contextOf(workspace);
    const one = async <Row extends object>(sql: string, values: unknown[] = []) =>
      (await db.pool.query<Row>(sql, [workspace.id, ...values])).rows[0];

    async function file(id: string) {
      const found = await one<{
        id: string;
        state: DriveFileState;
        reason: string | null;
        suggestion_id: string | null;
        job_id: string | null;
        due_at: Date | null;
        attempts: number;
      }>('select * from drive_files where workspace_id = $1 and provider_id = $2', [id]);
      if (!found) throw new Error(`There is no file ${id}`);
      return found;
    }
    return {
      workspace,
      admin,
      account,
      connection,
      folder,
      picked,
      ctx,
      one,
      file,
      /** Stores the files as if a push notification had found them after a quiet period. */
      see: async (...ids: string[]) => {
        const items = await Promise.all(ids.map((id) => opened.get({ id, driveId: null })));
        await db.pool.query(
          `update drive_files set found_at = found_at - interval '1 hour' where workspace_id = $1 and provider_id = any($2)`,
          [workspace.id, ids],
        );
        const found = items.filter((item) => item !== undefined);
        return createWorkspaceEntityManager(ctx).transactional((em) =>
          upsertItems(em, ctx, connection, found, { foundBy: 'push', now: new Date() }),
        );
      },
      /** Waits until the file is in one of the states, and returns it. */
      until: async (id: string, ...states: DriveFileState[]) => {
        await expect.poll(async () => (await file(id)).state).toBeOneOf(states);
        return file(id);
      },
      suggestions: async () =>
        (
          await db.pool.query<{
            id: string;
            status: string;
            title: string;
            content: string;
            department_id: string | null;
            source_name: string;
            source_url: string | null;
            scan: { by_ai: boolean; summary: string | null; changes: string | null; passages: unknown[] } | null;
          }>('select * from suggestions where workspace_id = $1 order by created_at, id', [workspace.id])
        ).rows,
    };
  };
}
