import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import type { DriveApp } from '../../../providers/drives/credential.ts';
import type { LarkEvent } from '../../../providers/drives/lark/events.ts';

/** Ignores an event that is already stored: providers send some twice. */
const STORE = defineStatement({
  name: 'store-drive-events',
  scope: 'global',
  sql: `
insert into directory.drive_events (kind, app_id, event_id, type, file_token, folder_token, at, received_at, due_at)
select e.*, e.received_at from unnest(:kinds::text[], :appIds::text[], :eventIds::text[], :types::text[], :fileTokens::text[],
  :folderTokens::text[], :ats::timestamptz[], :receivedAts::timestamptz[])
  as e (kind, app_id, event_id, type, file_token, folder_token, at, received_at)
on conflict do nothing`,
});

type AppEvent = LarkEvent & { kind: DriveApp['kind'] };
type Waiting = { event: AppEvent; stored: () => void; failed: (error: unknown) => void };

/** Maximum number of events stored by one statement. */
const MOST = 500;

/**
 * Stores the events sent to apps, each one once, before the sender is answered. Events that arrive together are stored
 * in batches, so that they never use more than one database connection.
 */
export class EventStore {
  readonly #db: Pick<Database, 'pool'>;
  readonly #stored: () => void;
  #waiting: Waiting[] = [];
  #isStoring = false;

  /** @param stored Called after each stored batch: there are events to handle. */
  constructor(db: Pick<Database, 'pool'>, stored: () => void = () => undefined) {
    this.#db = db;
    this.#stored = stored;
  }

  /**
   * Resolves once the event is stored.
   * @throws if the database fails; the provider then sends the event again
   */
  store(kind: DriveApp['kind'], event: LarkEvent): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ event: { ...event, kind }, stored: resolve, failed: reject });
    if (!this.#isStoring) void this.#storeAll();
    return promise;
  }

  async #storeAll(): Promise<void> {
    this.#isStoring = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MOST);
      try {
        await this.#write(batch.map(({ event }) => event));
        for (const { stored } of batch) stored();
        this.#stored();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.#isStoring = false;
  }

  async #write(events: readonly AppEvent[]): Promise<void> {
    const now = new Date();
    await STORE.run(this.#db.pool, {
      kinds: events.map(({ kind }) => kind),
      appIds: events.map(({ appId }) => appId),
      eventIds: events.map(({ eventId }) => eventId),
      types: events.map(({ type }) => type),
      fileTokens: events.map(({ fileToken }) => fileToken),
      folderTokens: events.map(({ folderToken }) => folderToken),
      ats: events.map(({ at }) => at),
      receivedAts: events.map(() => now),
    });
  }
}
