import { onTestFinished } from 'vitest';
import { freshDatabase } from '../../../../test/database.ts';
import { driveItem } from '../../../../test/drives/drive-item.ts';
import { keyringOf } from '../../../../test/endpoints.ts';
import { makerFor } from '../../../../test/make.ts';
import { readConfig } from '../../../core/config.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { type DriveChangeFeed, type Drive, DriveError, type DriveItem } from '../../../providers/drives/drive.ts';
import { createDriveProviders } from '../../../providers/drives/drive-providers.ts';
import { sealSecret } from '../../secrets/sealed-secret.ts';
import { DRIVE_CREDENTIAL_COLUMN } from '../connection/sealed-drive-credential.ts';
import { CRAWL_QUEUE } from './claim-crawl.ts';
import { type CrawlServices, runCrawlSlice } from './run-crawl-slice.ts';
import { startDueNightlyCrawls } from './start-crawl-worker.ts';
import { startCrawl, type StartCrawlOptions } from './start-crawl.ts';

type Call = { verb: 'account' | 'list' | 'get' | 'start'; id: string };

/** A fake drive in memory, as far as crawls need it. Like the providers, it doesn't list trashed items. */
export function memoryDrive({ pageSize = 100, keepsFeed = true } = {}) {
  const items = new Map<string, DriveItem>();
  const calls: Call[] = [];
  const marks = { changes: 0 };
  const odd = new Set<string>();
  /** A hook called before each request is answered. May throw or wait. */
  let at: (call: Call) => Promise<void> | void = () => undefined;
  const called = async (verb: Call['verb'], id: string) => {
    calls.push({ verb, id });
    await at({ verb, id });
  };
  const feed: DriveChangeFeed = {
    start: async (driveId) => {
      await called('start', driveId ?? '');
      return `token ${marks.changes}`;
    },
    changes: (_, cursor) => Promise.resolve({ changes: [], next: cursor, more: false }),
    watch: () => Promise.reject(new Error('Nothing is pushed here')),
    stop: () => Promise.resolve(),
  };
  const drive: Drive = {
    account: async () => {
      await called('account', '');
      return 'somebody@example.com';
    },
    roots: () => Promise.resolve([]),
    list: async ({ id }, page) => {
      await called('list', id);
      const all = [...items.values()].filter(({ parents, trashed }) => parents?.includes(id) && !trashed);
      if (odd.has(id)) throw new DriveError('unavailable');
      const from = Number(page ?? 0);
      const to = from + pageSize;
      const listed = all.slice(from, to);
      return {
        next: to < all.length ? String(to) : null,
        items: listed,
      };
    },
    get: async ({ id }) => {
      await called('get', id);
      return items.get(id);
    },
    reads: () => true,
    read: () => Promise.reject(new Error('Nothing is read here')),
    ...(keepsFeed && { feed }),
  };
  return {
    drive,
    calls,
    calledFor: (verb: Call['verb']) => calls.filter((call) => call.verb === verb).map(({ id }) => id),
    whenAsked: (then: typeof at) => {
      at = then;
    },
    /** Makes the folder's pages unreadable. */
    oddPages: (id: string) => void odd.add(id),
    folder: (id: string, ...parents: string[]) => void items.set(id, driveItem(id, { kind: 'folder', parents })),
    file: (id: string, ...parents: string[]) => void items.set(id, driveItem(id, { parents })),
    change: (id: string, changes: Partial<DriveItem>) => {
      marks.changes += 1;
      items.set(id, { ...items.get(id)!, ...changes });
    },
    remove: (id: string) => void items.delete(id),
  };
}

export type MemoryDrive = ReturnType<typeof memoryDrive>;

/** Creates a database with connected in-memory drives, and instances that crawl them. */
export async function startCrawls() {
  const db = await freshDatabase();
  onTestFinished(() => db.close());
  const make = makerFor(db);
  const keyring = keyringOf({ test: 7 });
  const byConnection = new Map<string, Drive>();
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' });
  const warned: object[] = [];

  function instance(stopping = new AbortController(), isBusy = () => false) {
    const services: CrawlServices = {
      db,
      ai: { keyring, log: { error: () => undefined } },
      log: { warn: (fields) => void warned.push(fields) },
      stopping: stopping.signal,
      isBusy,
      drives: {
        ...createDriveProviders(config.drives, () => 'http://127.0.0.1'),
        open: (_, { connectionId }) => byConnection.get(connectionId)!,
      },
    };
    return {
      services,
      /** Works on crawls until none is waiting. */
      crawl: async () => {
        for (let [crawl] = await CRAWL_QUEUE.claim(db.pool, 1); crawl; [crawl] = await CRAWL_QUEUE.claim(db.pool, 1))
          await runCrawlSlice(services, crawl);
      },
      turn: async () => {
        const [crawl] = await CRAWL_QUEUE.claim(db.pool, 1);
        if (crawl) await runCrawlSlice(services, crawl);
        return crawl;
      },
    };
  }

  async function connected(memory: MemoryDrive, of?: Awaited<ReturnType<typeof make.workspace>>) {
    const workspace = of ?? (await make.workspace());
    const connection = await make.drive(workspace);
    const { id: connectionId } = connection;
    const text = JSON.stringify({ auth: 'oauth', refreshToken: 'of a test' });
    const row = { ...connection, version: 1 };
    const { keyId, sealed } = await sealSecret({ db, keyring }, DRIVE_CREDENTIAL_COLUMN, row, text);
    await db.pool.query('update drive_connections set sealed = $2, key_id = $3 where id = $1', [
      connectionId,
      sealed,
      keyId,
    ]);
    byConnection.set(connectionId, memory.drive);
    const ctx = make.contextOf(workspace);
    const rows = async <Row extends object>(sql: string) =>
      (await db.pool.query<Row>(sql, [workspace.id, connectionId])).rows;
    return {
      workspace,
      connection,
      ctx,
      rows,
      pick: (providerId: string, departmentId?: string) =>
        make.driveFolder(workspace, connectionId, { providerId, ...(departmentId && { departmentId }) }),
      start: (asked: StartCrawlOptions = { cause: 'manual' }) =>
        createWorkspaceEntityManager(ctx).transactional((em) =>
          startCrawl(em, { ...ctx, now: new Date() }, connectionId, asked),
        ),
      /** The state of each file by its provider's id, without folders. */
      states: async () => {
        const all = await rows<{ id: string; state: string }>(
          `select provider_id as id, state from drive_files
           where workspace_id = $1 and connection_id = $2 and not is_folder order by provider_id`,
        );
        return Object.fromEntries(all.map(({ id, state }) => [id, state]));
      },
      crawls: () =>
        rows<{
          id: string;
          cause: string;
          state: string;
          reason: string | null;
          files: number;
          folders: number;
          missing: number;
        }>(
          `select id, cause, state, reason, files, folders, missing, changed from drive_crawls
           where workspace_id = $1 and connection_id = $2 order by started_at, id`,
        ),
      feeds: async () => {
        const all = await rows<{ drive_id: string; cursor: string | null }>(
          'select drive_id, cursor from drive_change_feeds where workspace_id = $1 and connection_id = $2 order by 1',
        );
        return Object.fromEntries(all.map(({ drive_id: id, cursor }) => [id, cursor]));
      },
      set: (sql: string) => rows(`update drive_connections set ${sql} where workspace_id = $1 and id = $2`),
      setCrawls: (sql: string) => rows(`update drive_crawls set ${sql} where workspace_id = $1 and connection_id = $2`),
    };
  }

  return { db, make, instance, connected, warned, nights: (now: string) => startDueNightlyCrawls(db, new Date(now)) };
}
