import type { Database } from '../../src/database/database.ts';
import { newId } from '../../src/platform/ids.ts';

type Of = { userId: string; driveId: string; fileId: string; moduleId: string };

const HOUR = 3_600_000;

/** Makes what is there for a moment only, as a server leaves it that stops in the middle of everything. */
export function underWayMaker({ pool }: Database) {
  async function insert(table: string, row: Record<string, unknown>): Promise<void> {
    const columns = Object.keys(row).join(', ');
    await pool.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_record(null::${table}, $1)`,
      [JSON.stringify(row)],
    );
  }

  return {
    /** Adds rows that exist only while something is under way: of one person, one file of a drive and one module. */
    async underWay({ id: workspace_id }: { id: string }, of: Of): Promise<void> {
      const { userId: user_id, driveId: connection_id, fileId: file_id, moduleId: module_id } = of;
      const at = new Date();
      const later = new Date(at.getTime() + HOUR);
      const day = at.toISOString().slice(0, 10);
      const [id, crawl_id] = [newId(), newId()];

      const month = `${day.slice(0, 7)}-01`;
      await pool.query(
        `insert into ai_budget_months (workspace_id, month, charged) values ($1, $2, 1)
         on conflict (workspace_id, month) do update set charged = ai_budget_months.charged + 1`,
        [workspace_id, month],
      );
      await insert('ai_reservations', { workspace_id, id, month, amount: 1, expires_at: later });
      await insert('quote_checks', { workspace_id, module_id });
      await insert('queue_turns', { workspace_id, queue: 'a-queue', served_at: at });
      await insert('reminder_days', { workspace_id, day });
      await insert('notification_unsubscribes', { workspace_id, user_id, category: 'webhooks', at });
      const refused = { email: 'nobody@example.com', error: '550 There is nobody here' };
      await insert('mail_failures', { workspace_id, user_id, ...refused, at });

      const media = { workspace_id, digest: 'a'.repeat(64), created_at: at, size: 1 };
      await insert('media', { ...media, kind: 'film', media_type: 'video/mp4' });
      await insert('media_pieces', { ...media, id, created_by: user_id, state: 'stored', n: 0 });

      const device = { workspace_id, id, name: 'Tablet', shows: 'name', created_at: at, created_by_name: 'Ana' };
      await insert('shared_devices', { ...device, manager_id: user_id, code_hash: 'hash', code_expires_at: later });
      await insert('shifts', { workspace_id, user_id, starts_at: at, ends_at: later });

      const move = { workspace_id, id, direction: 'out', step: 'copying', is_resting: false, is_away: false };
      const named = { slug: 'moving', name: 'Moving', origin: 'https://eu.example.org', progress: {}, started_at: at };
      await insert('workspace_moves', { ...move, ...named });
      await insert('workspace_move_callers', { workspace_id, hash: `\\x${'03'.repeat(32)}` });

      const drive = { workspace_id, connection_id };
      const consent = { state_hash: `\\x${'01'.repeat(32)}`, session_id: 'session', verifier: 'verifier' };
      await insert('drive_authorizations', { ...drive, id, ...consent, created_at: at });
      const watched = { drive_id: '', token_hash: `\\x${'02'.repeat(32)}` };
      await insert('drive_channels', { ...drive, id, ...watched, opened_at: at, expires_at: later });
      await insert('drive_folders_to_list', { ...drive, provider_id: 'folder', found_by: 'push', added_at: at });
      await insert('drive_files_to_request', { ...drive, provider_id: 'file', last_event: id, added_at: at });
      const counts = { folders: 1, files: 1, changed: 0, start_tokens: {}, attempts: 0 };
      const running = { cause: 'manual', state: 'running', started_at: at, ...counts };
      await insert('drive_crawls', { ...drive, id: crawl_id, ...running });
      const crawl = { workspace_id, crawl_id };
      await insert('drive_crawl_folders', { ...crawl, provider_id: 'folder', done: false });
      await insert('drive_crawl_seen', { ...crawl, id, files: [file_id] });
      await insert('drive_crawl_missing', { ...crawl, is_file: true, file_id });
    },

    /** Adds rows by which instances inform each other, of any workspace. */
    async underWayOfAll(): Promise<void> {
      const at = new Date();
      const later = new Date(at.getTime() + HOUR);
      await pool.query(`insert into directory.passkeys (id, identity_id, credential_id, public_key, counter,
          backup_eligible, backed_up, transports, name)
        select gen_random_uuid(), id, id::text, '', 0, true, true, '{internal}', 'Laptop'
        from directory.identities limit 1`);
      await pool.query(
        `insert into directory.recovery_codes (identity_id, hash) select id, 'hash' from directory.identities limit 1`,
      );
      const app = { kind: 'lark', app_id: 'app' };
      await insert('directory.lark_connections', { ...app, lease_id: newId(), leased_until: later, connected_at: at });
      const paused = { credential: 'pooled', limits: 1, limited_at: at, not_before: later };
      await insert('directory.credential_pauses', paused);
      await pool.query(`select publish('a-topic')`);
    },
  };
}
