import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { AnySealedColumn } from '../../secrets/sealed-column.ts';
import {
  assertDatabasesCanExchange,
  assertDestinationKnowsKeys,
  assertSlugIsFreeAtDestination,
} from './check-databases.ts';
import { MovedRowsComparison } from './moved-rows-comparison.ts';
import { emailHashSql } from './find-moved.ts';
import { awaitOldWriters, createWriterTriggers, dropWriterTriggers } from './writer-triggers.ts';
import { departWorkspace, MAX_ROWS_LEFT_TO_COMPARE } from './depart.ts';
import type { MoveProgress, MoveStep } from './move-steps.ts';
import { StorageObjectMover, type MoveStorages } from './storage-object-mover.ts';
import { listMovedTables, removeWorkspaceRows, type MovedTable } from './moved-tables.ts';
import {
  awaitDestinationCaughtUp,
  countCopiedTables,
  retryStoppedSubscription,
  endReplication,
  isSubscribed,
  createPublicationAndSlot,
  createSubscription,
} from './replicate.ts';
import { MoveDatabaseConnection } from './move-database-connection.ts';
import { commitArrival, copyWorkspaceRow, resumeBackgroundWorkAtSource, revertDeparture } from './switch-workspace.ts';
import { readMove, type MoveRow } from './read-move.ts';

/** Milliseconds for the destination to apply what the copy or a comparison left behind. */
const CATCH_UP = 600_000;

export type MoveOptions = {
  workspace: { id: string; slug: string; name: string };
  /** Addresses of the databases; `from` is this one as the destination's PostgreSQL reaches it. */
  urls: { source: string; destination: string; from: string };
  /** Addresses of the installations. */
  origins: { source: string | null; destination: string };
  columns: readonly Pick<AnySealedColumn, 'table' | 'column' | 'keyId'>[];
  activeKey: string | undefined;
  storages: MoveStorages;
  /** Checks the audit log at the destination. @throws AppError if it isn't what was written */
  verify: () => Promise<void>;
  onProgress: (line: string) => void;
};

/** One move, with its connections. */
export class WorkspaceMover {
  readonly #options: MoveOptions;
  readonly #source: MoveDatabaseConnection;
  readonly #destination: MoveDatabaseConnection;
  readonly #holder: MoveDatabaseConnection;
  readonly #objects: StorageObjectMover;

  private constructor(
    options: MoveOptions,
    sides: [MoveDatabaseConnection, MoveDatabaseConnection, MoveDatabaseConnection],
    objects: StorageObjectMover,
  ) {
    this.#options = options;
    [this.#source, this.#destination, this.#holder] = sides;
    this.#objects = objects;
  }

  /** @throws AppError `invalid_request` if another command is moving the workspace, or its storage isn't given */
  static async open(options: MoveOptions): Promise<WorkspaceMover> {
    const source = await MoveDatabaseConnection.open(options.urls.source);
    const sides = [
      source,
      await MoveDatabaseConnection.open(options.urls.destination),
      await MoveDatabaseConnection.open(options.urls.source),
    ] as const;
    const { id } = options.workspace;
    try {
      const { alone } = await source.one<{ alone: boolean }>(
        `select pg_try_advisory_lock(hashtextextended('move command ${id}', 0)) as alone`,
      );
      if (!alone) {
        throw new AppError('invalid_request', 'Another command is moving this workspace. Wait for it, or end it.');
      }
      const noted = (await readMove(source, id))?.progress.storage;
      const objects = await StorageObjectMover.open(source, id, options.storages, noted, options.onProgress);
      return new WorkspaceMover(options, [...sides], objects);
    } catch (error) {
      await Promise.all(sides.map((side) => side.close()));
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#source.close(), this.#destination.close(), this.#holder.close()]);
  }

  get #id(): string {
    return this.#options.workspace.id;
  }

  /** Moves the workspace, from the step that an earlier command reached. @throws AppError `invalid_request` */
  async run(): Promise<MoveRow> {
    const { onProgress } = this.#options;
    const [source, destination, id] = [this.#source, this.#destination, this.#id];
    const begun = await readMove(source, id);
    if (begun?.step !== 'switched') {
      if (!begun) await this.#objects.mustBeHere();
      await this.#prepare(begun);
      await this.#objects.noteStorage();
      const tables = await listMovedTables(source);
      await this.#copy(tables);
      const comparison = await this.#check(tables);
      onProgress('Waiting for background work to end');
      const compareChanged = () => this.#compareChanged(comparison);
      const isStored = () => this.#objects.isComplete();
      await departWorkspace({
        source,
        holder: this.#holder,
        workspaceId: id,
        tables,
        comparison,
        compareChanged,
        isStored,
      });
    }
    onProgress('The workspace left. It arrives');
    await commitArrival(source, destination, id);
    await this.#finish();
    const ended = await readMove(source, id);
    if (!ended) throw new Error('The move was removed meanwhile.');
    return ended;
  }

  async #to(step: MoveStep, progress: MoveProgress = {}): Promise<void> {
    await this.#source.run('update workspace_moves set step = $2, progress = progress || $3 where workspace_id = $1', [
      this.#id,
      step,
      JSON.stringify(progress),
    ]);
  }

  /** Checks both sides, and makes the rows of the move. */
  async #prepare(begun: MoveRow | undefined): Promise<void> {
    const { workspace, origins, columns, activeKey } = this.#options;
    const sides = { source: this.#source, destination: this.#destination };
    await assertDatabasesCanExchange(sides);
    await assertDestinationKnowsKeys(sides, columns, workspace.id, activeKey);
    const there = await readMove(this.#destination, workspace.id);
    if (
      begun &&
      (begun.direction === 'in' || begun.origin !== origins.destination || (there?.isAway && there.id !== begun.id))
    ) {
      const way = begun.direction === 'in' ? 'from' : 'to';
      const detail = `The workspace is moving ${way} ${begun.origin} already. Finish or abort that move first.`;
      throw new AppError('invalid_request', detail);
    }
    const moveId = begun?.id ?? newId();
    const insert = `insert into workspace_moves (workspace_id, id, direction, step, is_resting, is_away, slug, name, origin, started_at)
      values ($1, $2, $3, 'prepared', $4, $4, $5, $6, $7, now())`;
    const row = (direction: 'out' | 'in', origin: string | null) =>
      [workspace.id, moveId, direction, direction === 'in', workspace.slug, workspace.name, origin] as const;
    if (there?.id !== moveId) {
      await assertSlugIsFreeAtDestination(this.#destination, workspace);
      await this.#destination.transaction(async () => {
        // It may have left that installation once, and comes back.
        await this.#destination.run('delete from workspace_moves where workspace_id = $1', [workspace.id]);
        await this.#destination.run(insert, [...row('in', origins.source)]);
        await copyWorkspaceRow(this.#source, this.#destination, workspace.id, true);
      });
    }
    if (!begun) await this.#source.run(insert, [...row('out', origins.destination)]);
    // An earlier command may have died while it rested.
    await resumeBackgroundWorkAtSource(this.#source, workspace.id);
  }

  async #copy(tables: MovedTable[]): Promise<void> {
    const { urls, onProgress } = this.#options;
    const [source, destination, id] = [this.#source, this.#destination, this.#id];
    await this.#to('copying', { tables: tables.length });
    await createWriterTriggers(source, tables, id);
    await createPublicationAndSlot(source, tables, id);
    if (await isSubscribed(destination, id)) {
      await retryStoppedSubscription(destination, id);
    } else {
      // What an aborted copy left.
      await removeWorkspaceRows(destination, id);
      await destination.transaction(() => copyWorkspaceRow(source, destination, id, true));
      await createSubscription(destination, id, urls.from).catch((error: unknown) => {
        throw subscriptionFailed(error);
      });
    }
    onProgress('Copying');
    for (let before = -1; ;) {
      const done = await countCopiedTables(destination, id);
      if (done.copied !== before) await this.#to('copying', done);
      if (done.copied === done.tables) break;
      before = done.copied;
      await sleep(200);
    }
    onProgress('Copying files of the storage');
    await this.#objects.copy();
    if (!(await awaitDestinationCaughtUp(source, id, CATCH_UP))) throw tooSlow();
  }

  /** Compares all rows while people work, until few are left that were changed since. */
  async #check(tables: MovedTable[]): Promise<MovedRowsComparison> {
    const { onProgress, verify } = this.#options;
    const [source, destination, id] = [this.#source, this.#destination, this.#id];
    await this.#to('checking');
    onProgress('Comparing both sides');
    await awaitOldWriters(source, id);
    if (!(await awaitDestinationCaughtUp(source, id, CATCH_UP))) throw tooSlow();
    const comparison = new MovedRowsComparison({ source, destination, workspaceId: id }, tables);
    let [rows, compared] = [0, 0];
    await comparison.compareAll(async (of) => {
      rows += of;
      compared++;
      await this.#to('checking', { rows, compared });
    });
    await this.#compareChanged(comparison);
    await verify();
    return comparison;
  }

  async #compareChanged(comparison: MovedRowsComparison): Promise<void> {
    await this.#objects.copy();
    for (let round = 0; round < 20; round++) {
      await comparison.noteChanges();
      if (round > 0 && comparison.pending < MAX_ROWS_LEFT_TO_COMPARE) return;
      if (!(await awaitDestinationCaughtUp(this.#source, this.#id, CATCH_UP))) throw tooSlow();
      await comparison.comparePending();
    }
  }

  /** Ends the replication, then removes the rows here. Who asks for them is told where they went. */
  async #finish(): Promise<void> {
    const { onProgress } = this.#options;
    const [source, destination, id] = [this.#source, this.#destination, this.#id];
    await endReplication(source, destination, id);
    const tables = await listMovedTables(source);
    onProgress('It is there. Removing it here');
    for (const { name } of tables) await destination.run(`analyze ${name}`);
    await source.run(
      `insert into workspace_move_callers (workspace_id, hash)
       select workspace_id, hash from api_tokens where workspace_id = $1 and revoked_at is null
       union select workspace_id, ${emailHashSql('workspace_id', 'email')} from users where workspace_id = $1 and is_active
       on conflict do nothing`,
      [id],
    );
    await this.#objects.removeHere();
    await removeWorkspaceRows(source, id);
    await dropWriterTriggers(source, id);
    await source.run(
      `update workspace_moves set step = 'finished', jobs = null, finished_at = coalesce(finished_at, now()) where workspace_id = $1`,
      [id],
    );
    await destination.run('delete from workspace_moves where workspace_id = $1 and not is_away', [id]);
  }

  /** Undoes a move that hasn't arrived. @throws AppError `invalid_request` if it has */
  async abort(): Promise<void> {
    const { onProgress } = this.#options;
    const [source, destination, id] = [this.#source, this.#destination, this.#id];
    const [here, there] = await Promise.all([readMove(source, id), readMove(destination, id)]);
    if (here?.direction !== 'out') throw new AppError('invalid_request', 'This workspace isn’t moving.');
    const isThere = there ? !there.isAway : here.step === 'finished';
    if (isThere || (there && there.id !== here.id)) {
      const detail = isThere
        ? 'The workspace has arrived already. Run the move again to finish it, then move it back.'
        : '--to: The workspace isn’t moving to that database.';
      throw new AppError('invalid_request', detail);
    }
    await revertDeparture(source, id);
    onProgress('It stays. Removing the copy');
    await endReplication(source, destination, id);
    await dropWriterTriggers(source, id);
    if (there) {
      await this.#objects.removeThere();
      await removeWorkspaceRows(destination, id);
      await destination.run('delete from workspace_moves where workspace_id = $1', [id]);
    }
    await source.run('delete from workspace_moves where workspace_id = $1', [id]);
  }
}

const tooSlow = () =>
  new AppError(
    'invalid_request',
    'The other database doesn’t keep up with the changes. Run this again when less is going on, or abort the move.',
  );

function subscriptionFailed(error: unknown): unknown {
  if (!(error instanceof Error) || !/connect to the publisher/.test(error.message)) return error;
  return new AppError(
    'invalid_request',
    `--from: The other database can’t reach this one: ${error.message}. Give the address at which it does.`,
  );
}
