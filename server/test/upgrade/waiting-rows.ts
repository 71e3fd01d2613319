import { openDatabase } from '../../src/database/database.ts';
import { DRIVE_CREDENTIAL } from '../../src/features/drives/connections/sealed-drive-credential.ts';
import { SEALED_ADDRESS } from '../../src/features/notifications/chat/sealed-address.ts';
import { sealSecret } from '../../src/features/secrets/sealed-secret.ts';
import { WEBHOOK_SECRET } from '../../src/features/webhooks/sealed-webhook-secret.ts';
import { openKeyring } from '../../src/platform/encryption/keyring.ts';
import { newId } from '../../src/platform/ids.ts';
import { makerFor } from '../make.ts';
import { OTHER_SECRETS, SEALED_WITH } from './own-key.ts';

type Workspace = { id: string; slug: string; name: string };

/** One row of each table whose rows begin with one that is there, by the columns that have to be given. */
const BESIDE = `
insert into appeals (workspace_id, answer_id, words, at, decide_by)
  select workspace_id, id, 'I said three metres.', now(), now() + interval '5 days' from answers where workspace_id = {workspace} limit 1;
insert into assignment_runs (workspace_id, assignment_id, version, explicit, through, total, touched_at)
  select workspace_id, id, 1, true, id, 1, now() from assignments where workspace_id = {workspace} limit 1;
insert into ai_job_modules (workspace_id, job_id, module_id, at)
  select j.workspace_id, j.id, m.id, now() from ai_jobs j join modules m using (workspace_id) where workspace_id = {workspace} limit 1;
insert into invitations (workspace_id, id, user_id, at, by_name, kind, state)
  select workspace_id, gen_random_uuid(), id, now(), 'Ines Castelo', 'mail', 'waiting' from users where workspace_id = {workspace} limit 1;
insert into mail_failures (workspace_id, user_id, email, error, at)
  select workspace_id, id, email, '550 no such mailbox', now() from users where workspace_id = {workspace} limit 1;
insert into module_feedback (workspace_id, enrollment_id, module_id, revision_id, rating, given_at)
  select e.workspace_id, e.id, m.id, m.live_revision_id, 4, now() from enrollments e
  join modules m on m.workspace_id = e.workspace_id and m.id = e.module_id
  where e.workspace_id = {workspace} and m.live_revision_id is not null limit 1;
insert into module_stat_changes (workspace_id, is_active, department_id, module_id, not_started, in_progress, completed, overdue,
    open_tried, open_passed, open_scored, open_points, done_tried, done_passed, done_scored, done_points, cert_current,
    cert_due_soon, cert_expired, completions, certificates)
  select m.workspace_id, true, d.id, m.id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, false
  from modules m join departments d using (workspace_id) where workspace_id = {workspace} limit 1;
insert into module_suggestions (workspace_id, module_id, suggestion_id)
  select m.workspace_id, m.id, s.id from modules m join suggestions s using (workspace_id) where workspace_id = {workspace} limit 1;
insert into notification_settings (workspace_id, quiet_from, quiet_to, digest_at, updated_at)
  values ({workspace}, '20:00', '07:00', '08:00', now()) on conflict do nothing;
insert into notification_switches (workspace_id, category, channel, enabled, updated_at)
  values ({workspace}, 'reviews', 'email', false, now()) on conflict do nothing;
insert into notification_unsubscribes (workspace_id, user_id, category, at)
  select workspace_id, id, 'reviews', now() from users where workspace_id = {workspace} limit 1;
insert into reminder_days (workspace_id, day) values ({workspace}, current_date) on conflict do nothing;
insert into source_looks (workspace_id, module_id) select workspace_id, id from modules where workspace_id = {workspace} limit 1;
insert into ai_reservations (workspace_id, id, month, amount, expires_at)
  select workspace_id, gen_random_uuid(), month, 0, now() from ai_budget_months where workspace_id = {workspace} limit 1;
insert into credential_pauses (credential, not_before, limited_at, limits) values ('pooled', now(), now(), 1);
insert into drive_events (kind, app_id, event_id, type, file_token, at, received_at)
  values ('lark', 'cli_1', 'event-1', 'drive.file.edit_v1', 'doc-1', now(), now());
insert into drive_sockets (kind, app_id, holder, leased_until) values ('lark', 'cli_1', gen_random_uuid(), now());
insert into recordings (workspace_id, id, user_id, created_at, state, size, media_type, hash)
  select workspace_id, gen_random_uuid(), id, now(), 'stored', 4, 'audio/wav', 'x' from users where workspace_id = {workspace} limit 1;
insert into recording_parts (workspace_id, recording_id, n, bytes)
  select workspace_id, id, 0, convert_to('RIFF', 'UTF8') from recordings where workspace_id = {workspace};`;

/** What a drive has beside its folders and files: of one that is being walked through, and rings. */
const OF_DRIVE = `
insert into drive_authorizations (workspace_id, id, state_hash, session_id, connection_id, verifier, created_at)
  values ({workspace}, {walk}, convert_to('state', 'UTF8'), 'session', {drive}, 'verifier', now());
insert into drive_channels (workspace_id, id, connection_id, drive_id, token_hash, opened_at, expires_at)
  values ({workspace}, {walk}, {drive}, '', convert_to('token', 'UTF8'), now(), now() + interval '7 days');
insert into drive_findings (workspace_id, id, connection_id, file_id, found_by, found_at) values ({workspace}, {walk}, {drive}, {file}, 'push', now());
insert into drive_folders_to_list (workspace_id, connection_id, provider_id, found_by, added_at)
  values ({workspace}, {drive}, 'folder-1', 'push', now());
insert into drive_logs (workspace_id, connection_id, drive_id, cursor) values ({workspace}, {drive}, '', '42');
insert into drive_texts (workspace_id, file_id, text, changed_at) values ({workspace}, {file}, 'Check the brakes.', now());
insert into drive_walks (workspace_id, id, connection_id, cause, state, started_at) values ({workspace}, {walk}, {drive}, 'manual', 'running', now());
insert into drive_pages (workspace_id, id, connection_id, provider_id, digest, files, folders, walk_id)
  values ({workspace}, {walk}, {drive}, 'folder-1', 'digest', array[{file}], '{}', {walk});
insert into drive_walk_folders (workspace_id, walk_id, provider_id) values ({workspace}, {walk}, 'folder-1');
insert into drive_walk_missing (workspace_id, walk_id, is_file, file_id) values ({workspace}, {walk}, true, {file});
insert into drive_walk_seen (workspace_id, walk_id, id, files) values ({workspace}, {walk}, {walk}, array[{file}]);`;

/** An endpoint with a delivery that has failed once, and is due again. */
const OF_WEBHOOK = `
insert into webhook_endpoints (workspace_id, id, url, types, created_by_name, created_at, updated_at)
  values ({workspace}, {endpoint}, 'https://hr.example.com/events', '{user.created}', 'Ines Castelo', now(), now());
insert into webhook_deliveries (workspace_id, endpoint_id, event_id, at, state, attempts, failures, due_at)
  values ({workspace}, {endpoint}, {event}, now(), 'retrying', 1, 1, now());
insert into webhook_attempts (workspace_id, endpoint_id, event_id, n, at, duration_ms, status) values ({workspace}, {endpoint}, {event}, 1, now(), 20, 503);`;

/**
 * Rows of what a server that runs would do something with, or take away, at any moment: each table of these has one,
 * and each column with secrets. Call it once the server is closed.
 */
export async function addWaitingRows(databaseUrl: string, workspace: Workspace): Promise<void> {
  const db = await openDatabase(databaseUrl, 2);
  const { pool } = db;
  const make = makerFor(db);
  const vault = { db, keyring: openKeyring({ encryption: SEALED_WITH, dataDir: '/nowhere' }) };
  const workspaceId = workspace.id;
  /** Several statements at once take no parameters. */
  const run = (statements: string, ids: Record<string, string>) =>
    pool.query(
      Object.entries(ids).reduce((text, [name, id]) => text.replaceAll(`{${name}}`, `'${id}'::uuid`), statements),
    );

  await run(BESIDE, { workspace: workspaceId });

  const address = {
    workspaceId,
    id: newId(),
    kind: 'slack' as const,
    name: '#training',
    host: 'hooks.slack.com',
    version: 1,
  };
  const chat = await sealSecret(vault, SEALED_ADDRESS, address, OTHER_SECRETS.chat);
  await pool.query(
    `insert into chat_connections (workspace_id, id, kind, name, host, sealed, key_id, version, state, created_at, created_by_name)
     values ($1, $2, 'slack', '#training', 'hooks.slack.com', $3, $4, 1, 'untested', now(), 'Ines Castelo')`,
    [workspaceId, address.id, chat.sealed, chat.keyId],
  );

  const drive = await make.drive(workspace);
  const credential = await sealSecret(
    vault,
    DRIVE_CREDENTIAL,
    { ...drive, workspaceId, version: 1 },
    OTHER_SECRETS.drive,
  );
  await pool.query('update drive_connections set sealed = $3, key_id = $4 where workspace_id = $1 and id = $2', [
    workspaceId,
    drive.id,
    credential.sealed,
    credential.keyId,
  ]);
  const folder = await make.driveFolder(workspace, drive.id);
  const { rows } = await pool.query<{ suggestion: string; module: string }>(
    `select s.id as suggestion, m.id as module from suggestions s join modules m using (workspace_id)
     where workspace_id = $1 limit 1`,
    [workspaceId],
  );
  const { suggestion: suggestionId, module: moduleId } = rows[0]!;
  const file = await make.driveFile(workspace, drive.id, { folderId: folder.id, suggestionId });
  await make.sourceDrift(workspace, { moduleId, fileId: file.id, suggestionId }, 'Check the brakes.');
  await run(OF_DRIVE, { workspace: workspaceId, drive: drive.id, walk: newId(), file: file.id });

  const endpointId = newId();
  await run(OF_WEBHOOK, { workspace: workspaceId, endpoint: endpointId, event: newId() });
  const secret = { workspaceId, id: newId(), endpointId, version: 1 };
  const webhook = await sealSecret(vault, WEBHOOK_SECRET, secret, OTHER_SECRETS.webhook);
  await pool.query(
    `insert into webhook_secrets (workspace_id, id, endpoint_id, version, key_id, sealed, created_at)
     values ($1, $2, $3, 1, $4, $5, now())`,
    [workspaceId, secret.id, endpointId, webhook.keyId, webhook.sealed],
  );
  await db.close();
}
