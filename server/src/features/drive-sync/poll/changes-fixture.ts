import { onTestFinished } from 'vitest';
import { keyringOf } from '../../../../test/endpoints.ts';
import type { TestServer } from '../../../../test/server.ts';
import { readConfig } from '../../../core/config.ts';

import { createLog } from '../../../platform/log.ts';
import type { DriveCredential } from '../../../providers/drives/credential.ts';
import { createDriveProviders } from '../../../providers/drives/drive-providers.ts';
import type { DriveSettings } from '../../../providers/drives/settings.ts';
import { sealSecret } from '../../secrets/sealed-secret.ts';
import { openDrive } from '../connection/open-drive.ts';
import { DRIVE_CREDENTIAL_COLUMN } from '../connection/sealed-drive-credential.ts';
import { startChangeDetection } from '../push/start-change-detection.ts';

/** The same key as the test server's. */
const keyring = keyringOf({ test: 7 });

const log = createLog('silent');

/** Poll interval in milliseconds, shorter than a real server's so that tests don't have to wait for it. */
const LOOK_EVERY = 100;

type Connecting = {
  kind: 'google' | 'lark' | 'feishu';
  appId?: string;
  account?: string;
  push?: 'channel' | 'long_connection' | 'webhook' | 'none';
  credential: DriveCredential;
  /** The provider's id of the folder to pick. */
  pick: string;
};

/** Runs instances that detect changes in drives, next to a test server that runs no jobs. */
export function changesOf(server: TestServer, env: Record<string, string>) {
  const { db, make } = server;
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...env });
  const ai = { keyring, log };

  function services(changes: { pollSeconds?: number; pushOrigin?: string } = {}) {
    const { pollSeconds = 3_600, pushOrigin } = changes;
    const settings: DriveSettings = { ...config.drives, pollSeconds, google: { ...config.drives.google, pushOrigin } };
    return {
      db: server.pools.jobs,
      everywhere: server.pools.jobs,
      ai,
      log,
      drives: createDriveProviders(settings, () => server.base, log),
    };
  }

  /**
   * Has it asked at once, without a push: due to the millisecond, since whoever takes turns goes by a clock that counts
   * these, and to which a part of one would be the future.
   */
  const due = (id: string) =>
    db.pool.query(`update drive_connections set due_at = date_trunc('milliseconds', now()) where id = $1`, [id]);

  return {
    services,
    /** Starts an instance. It runs until the test ends or it is stopped. */
    instance: (changes: { pollSeconds?: number; pushOrigin?: string } = {}) => {
      const stopping = new AbortController();
      const running = startChangeDetection({ ...services(changes), stopping: stopping.signal, lookEvery: LOOK_EVERY });
      const stop = async () => {
        stopping.abort();
        await running.stop();
      };
      onTestFinished(stop);
      return { stop };
    },
    /** Connects a drive with one picked folder, which is listed the first time the drive is polled. */
    connected: async ({ kind, appId = 'client', account, push = 'none', credential, pick }: Connecting) => {
      const workspace = await make.workspace();
      const { auth } = credential;
      const { id, ...row } = await make.drive(workspace, {
        kind,
        auth,
        appId,
        push,
        ...(account !== undefined && { account }),
      });
      const of = { workspaceId: workspace.id, id, kind, auth, appId, account: row.account, version: 1 };
      const sealed = await sealSecret({ db, keyring }, DRIVE_CREDENTIAL_COLUMN, of, JSON.stringify(credential));
      await db.pool.query('update drive_connections set sealed = $2, key_id = $3 where id = $1', [
        id,
        sealed.sealed,
        sealed.keyId,
      ]);
      const picked = await make.driveFolder(workspace, id, { providerId: pick });
      const { drive } = await openDrive(services(), { workspaceId: workspace.id, id });
      if (drive.feed) {
        await db.pool.query(
          'insert into drive_change_feeds (workspace_id, connection_id, drive_id, cursor) values ($1, $2, $3, $4)',
          [workspace.id, id, '', await drive.feed.start(null)],
        );
      }
      await db.pool.query(
        `insert into drive_folders_to_list (workspace_id, connection_id, provider_id, found_by, added_at)
         values ($1, $2, $3, 'night', now())`,
        [workspace.id, id, pick],
      );
      await due(id);
      return { workspace, id, folderId: picked.id };
    },
    due,
    connection: async (id: string) => {
      const { rows } = await db.pool.query<{
        state: string;
        reason: string | null;
        push: string;
        rung_at: Date | null;
        polled_at: Date | null;
        is_due: boolean;
        is_asked: boolean;
      }>(
        `select state, state_reason as reason, push, last_event_at as rung_at, last_polled_at as polled_at,
           due_at <= now() as is_due, leased_until is not null as is_asked
         from drive_connections where id = $1`,
        [id],
      );
      return rows[0]!;
    },
    /** The state, name and detection method (`found_by`) of each file, by the provider's file id. */
    files: async (id: string): Promise<Record<string, { state: string; by: string | null; name: string }>> => {
      const { rows } = await db.pool.query<{
        provider_id: string;
        state: string;
        found_by: string | null;
        name: string;
      }>(`select provider_id, state, found_by, name from drive_files where connection_id = $1 and not is_folder`, [id]);
      return Object.fromEntries(
        rows.map(({ provider_id, state, found_by: by, name }) => [provider_id, { state, by, name }]),
      );
    },
    /** The detection methods of a file's changes, in order. */
    findings: async (id: string, providerId: string): Promise<string[]> => {
      const { rows } = await db.pool.query<{ found_by: string }>(
        `select d.found_by from drive_file_changes d join drive_files f on f.workspace_id = d.workspace_id and f.id = d.file_id
         where d.connection_id = $1 and f.provider_id = $2 order by d.found_at, d.id`,
        [id, providerId],
      );
      return rows.map(({ found_by }) => found_by);
    },
  };
}
