import { readConfig } from '../src/core/config.ts';
import { DRIVE_CREDENTIAL_COLUMN } from '../src/features/drive-sync/connection/sealed-drive-credential.ts';
import { newId } from '../src/platform/ids.ts';
import { openKeyring } from '../src/platform/encryption/keyring.ts';
import { seal } from '../src/platform/encryption/sealing.ts';
import type { Data } from './data.ts';
import { KEYRING } from './processes.ts';

/** 100,000 files: 20 folders of five pages. */
export const FOLDERS = 20;
export const PAGES = 5;
export const PER_PAGE = 1_000;
export const FILES = FOLDERS * PAGES * PER_PAGE;

/** Files of the first folder that are edited at once. */
export const EDITED = 1_000;

/** A file as Google lists it, with all that is asked for. */
export function fileOf(folder: number, n: number) {
  const id = `file-${folder}-${n}`;
  return {
    id,
    name: `Handover of the night shift, part ${n}.md`,
    mimeType: 'text/markdown',
    parents: [`folder-${folder}`],
    size: '4096',
    md5Checksum: `sum-${folder}-${n}`,
    version: '7',
    modifiedTime: '2031-03-01T08:00:00.000Z',
    webViewLink: `https://drive.google.com/file/d/${id}/view`,
    capabilities: { canDownload: true },
  };
}

/** Connections of the measured workspace, and no others, each with all files, which have been read. */
export async function storeDrives({ db, workspace }: Data, count: number): Promise<string[]> {
  const keyring = openKeyring(readConfig(KEYRING));
  await db.pool.query(
    'update suggestions set drive_file_id = null where workspace_id = $1 and drive_file_id is not null',
    [workspace.id],
  );
  await db.pool.query('delete from drive_connections where workspace_id = $1', [workspace.id]);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const place = { kind: 'google', auth: 'oauth', appId: 'bench', account: `bench-${n}@example.com` } as const;
    const row = { workspaceId: workspace.id, id: newId(), version: 1, ...place };
    const text = JSON.stringify({ auth: 'oauth', refreshToken: 'of the bench' });
    const { keyId, sealed } = seal(keyring, text, DRIVE_CREDENTIAL_COLUMN.bindingOf(row));
    await db.pool.query(
      `insert into drive_connections (workspace_id, id, kind, auth, account, app_id, state, state_at, push, sealed,
         key_id, connected_by_name, connected_at, updated_at, night)
       values ($1, $2, 'google', 'oauth', $3, 'bench', 'connected', now(), 'none', $4, $5, 'Bench', now(), now(),
         current_date + 2)`,
      [workspace.id, row.id, row.account, sealed, keyId],
    );
    await db.pool.query(
      `insert into drive_change_feeds (workspace_id, connection_id, drive_id, cursor) values ($1, $2, '', '1')`,
      [workspace.id, row.id],
    );
    await storeFiles(db, workspace.id, row.id);
    ids.push(row.id);
  }
  await db.pool.query('vacuum analyze drive_files');
  return ids;
}

async function storeFiles({ pool }: Data['db'], workspaceId: string, connectionId: string): Promise<void> {
  const folderId = newId();
  await pool.query(
    `insert into drive_folders (workspace_id, id, connection_id, provider_id, name, picked_by_name, picked_at)
     values ($1, $3, $2, 'root', 'Everything', 'Bench', now())`,
    [workspaceId, connectionId, folderId],
  );
  await pool.query(
    `insert into drive_files (workspace_id, id, connection_id, provider_id, is_folder, name, media_type, parent_ids,
       folder_id, state, state_at, subscribe_at)
     select $1, gen_random_uuid(), $2, 'folder-' || n, true, 'Folder ' || n, 'application/vnd.google-apps.folder',
       '{root}', $3, 'discovered', now(), null
     from generate_series(0, $4 - 1) n`,
    [workspaceId, connectionId, folderId, FOLDERS],
  );
  await pool.query(
    `insert into drive_files (workspace_id, id, connection_id, provider_id, is_folder, name, media_type, parent_ids,
       folder_id, url, size, checksum, revision, state, state_at, changed_at, subscribe_at)
     select $1, gen_random_uuid(), $2, 'file-' || f || '-' || n, false,
       'Handover of the night shift, part ' || n || '.md', 'text/markdown', array['folder-' || f], $3,
       'https://drive.google.com/file/d/file-' || f || '-' || n || '/view', 4096, 'md5:sum-' || f || '-' || n, '7',
       'not_relevant', now(), '2031-03-01T08:00:00Z', null
     from generate_series(0, $4 - 1) f, generate_series(0, $5 - 1) n`,
    [workspaceId, connectionId, folderId, FOLDERS, PAGES * PER_PAGE],
  );
}
