// What NOTIFY costs the transactions that use it: they commit one after the other, each with its flush to the disk. And
// an autosave, whose topic is stored and sent later, beside one that notifies in its transaction, and one that does
// neither.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Flashcard } from '@training/shared/courses/courses';
import type { Context } from '../src/core/context.ts';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.ts';
import { NO_TIMEOUTS, WorkPool } from '../src/database/statements/work-pool.ts';
import { saveSection } from '../src/features/courses/modules/save-section.ts';
import { newId } from '../src/platform/ids.ts';
import { alternate, type Bench, type Rounds } from './measure.ts';
import { grid, median, spread, type Part } from './report.ts';
import { callerOf, makeDrafts, prepareReviewed } from './reviewed-workspace.ts';

export const NOTIFY = 'notify';

const WRITERS = [1, 4, 16, 64];
const LISTENERS = [0, 1, 2];
const SERVERS = [
  { name: '18', binaries: undefined },
  { name: '15', binaries: '@oldest-postgres' },
];
/** Ratio of an autosave that notifies nobody to one of ours, by the number of writers. */
const LIMIT = 1.2;
/** Milliseconds that PostgreSQL waits before each flush, as if the disk or a synchronous standby took them. */
const SLOWER = [0, 1];
/** Seconds of a round. */
const SECONDS = { insert: 1, autosave: 2 };

/** Commits a second, in each round. */
type Rates<Side extends string> = Record<Side, number[]>;
type Inserts = { server: string; listeners: number; writers: number; rates: Rates<'silent' | 'distinct' | 'equal'> };
type Autosaves = { slower: number; writers: number; rates: Rates<'silent' | 'notifying' | 'ours'> };
type MeasuredNotify = { inserts: Inserts[]; autosaves: Autosaves[] };

export async function measureNotify(bench: Bench, folder: string, say: (line: string) => void): Promise<Part> {
  const measured: MeasuredNotify = { inserts: [], autosaves: [] };
  for (const server of SERVERS) {
    measured.inserts.push(...(await measureInserts(server, path.join(folder, NOTIFY), bench.rounds)));
    say(`${NOTIFY}: PostgreSQL ${server.name} done`);
  }
  measured.autosaves = await measureAutosaves(bench, say);
  return partOf(measured);
}

/** Writers that each commit one after the other, for so many seconds; the first round of each is the warm-up. */
async function measureRates<Side extends string>(
  sides: readonly Side[],
  { rounds, writers, seconds }: { rounds: Rounds; writers: number; seconds: number },
  begin: (side: Side) => Promise<(writer: number) => Promise<unknown>>,
): Promise<Rates<Side>> {
  const all: { side: Side; rate: number }[] = [];
  const most = Math.min(seconds, rounds.seconds) * 1000;
  await alternate(sides, { ...rounds, count: rounds.count + 1 }, async (side, n) => {
    const write = await begin(side);
    let commits = 0;
    const began = performance.now();
    const writing = async (writer: number) => {
      for (; performance.now() - began < most; commits++) await write(writer);
    };
    await Promise.all(Array.from({ length: writers }, (_, writer) => writing(writer)));
    if (n > 0) all.push({ side, rate: (commits * 1000) / (performance.now() - began) });
  });
  const of = (side: Side) => all.filter((each) => each.side === side).map(({ rate }) => rate);
  return Object.fromEntries(sides.map((side) => [side, of(side)])) as Rates<Side>;
}

const SILENT = { name: 'silent', text: 'insert into notes (text) values ($1)' };
const NOTIFYING = {
  name: 'notifying',
  text: `with note as (insert into notes (text) values ($1) returning 1) select pg_notify('live', $2) from note`,
};
const TEXT = 'Brakes, steering, horn and lights, in this order.'.repeat(2);

async function measureInserts({ name, binaries }: (typeof SERVERS)[number], folder: string, rounds: Rounds) {
  mkdirSync(folder, { recursive: true });
  const postgres = await startEmbeddedPostgres({ folder, ...(binaries && { binaries }) });
  const clients: pg.Client[] = [];
  const connect = async () => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    clients.push(client);
    return client;
  };
  const inserts: Inserts[] = [];
  try {
    const on: pg.Client[] = [];
    for (let n = 0; n < Math.max(...WRITERS); n++) on.push(await connect());
    await on[0]!.query('drop table if exists notes; create table notes (id bigserial primary key, text text)');
    const workspace = newId();
    const topicOf = { distinct: () => `${workspace}/module/${newId()}`, equal: () => `${workspace}/reviews` };
    for (const listeners of LISTENERS) {
      if (listeners > 0) await (await connect()).query('listen live');
      for (const writers of WRITERS) {
        const rates = await measureRates(
          ['silent', 'distinct', 'equal'],
          { rounds, writers, seconds: SECONDS.insert },
          async (side) => (writer) =>
            side === 'silent'
              ? on[writer]!.query({ ...SILENT, values: [TEXT] })
              : on[writer]!.query({ ...NOTIFYING, values: [TEXT, topicOf[side]()] }),
        );
        inserts.push({ server: name, listeners, writers, rates });
      }
    }
  } finally {
    for (const client of clients) await client.end();
    await postgres.stop();
  }
  return inserts;
}

/** Functions that stand before ours in the search path of a side. */
const INSTEAD = { silent: 'begin end', notifying: `begin perform pg_notify('live', topic); end` };

/** Each writer edits another draft, in this process, while the server beside it sends the topics. */
async function measureAutosaves({ data, ours, rounds }: Bench, say: (line: string) => void): Promise<Autosaves[]> {
  const { pool } = data.db;
  const workspace = await prepareReviewed(data.db, say);
  const trainer = await callerOf(data.db, workspace, { role: 'trainer', port: ours.port });
  const drafts = (await makeDrafts(trainer, Math.max(...WRITERS))).map(({ id }) => ({ id, version: 1 }));
  const cards: Flashcard[] = Array.from({ length: 20 }, () => ({ id: newId(), front: '', back: TEXT.repeat(4) }));
  for (const [schema, body] of Object.entries(INSTEAD)) {
    await pool.query(`create schema if not exists ${schema}; create or replace function ${schema}.publish(topic text)
      returns void language plpgsql as $$ ${body} $$`);
  }
  let opened: WorkPool | undefined;

  /** Opens the connections of a side, in place of those of the side before. */
  async function open(side: keyof typeof INSTEAD | 'ours', size: number): Promise<WorkPool> {
    await opened?.end();
    const url =
      side in INSTEAD ? `${data.url}&options=${encodeURIComponent(`-c search_path=${side},public`)}` : data.url;
    opened = new WorkPool({ url, size, name: 'bench', limits: NO_TIMEOUTS });
    const clients = await Promise.all(Array.from({ length: size }, () => opened!.connect()));
    for (const client of clients) client.release();
    return opened;
  }

  const autosaves: Autosaves[] = [];
  try {
    for (const slower of SLOWER) {
      await pool.query(`alter system set commit_siblings = 0`);
      await pool.query(`alter system set commit_delay = ${slower * 1000}`);
      await pool.query('select pg_reload_conf()');
      await sleep(500);
      for (const writers of WRITERS) {
        const rates = await measureRates(
          ['silent', 'notifying', 'ours'],
          { rounds, writers, seconds: SECONDS.autosave },
          async (side) => {
            const db = { em: data.db.em, pool: await open(side, writers) };
            return async (writer) => {
              const draft = drafts[writer]!;
              const context: Context = { ...trainer.context(), db };
              const [first, ...others] = cards;
              const items = [{ ...first!, front: `Version ${draft.version}` }, ...others];
              const edit = { module_id: draft.id, section: 'flashcards' as const, version: draft.version, items };
              draft.version = (await saveSection(context, edit)).version;
            };
          },
        );
        autosaves.push({ slower, writers, rates });
      }
      say(`${NOTIFY}: autosaves with flushes ${slower} ms slower done`);
    }
  } finally {
    await pool.query('alter system reset commit_siblings');
    await pool.query('alter system reset commit_delay');
    await pool.query('select pg_reload_conf()');
    await opened?.end();
  }
  return autosaves;
}

const perSecond = (rates: number[]) => median(rates).toFixed(0);

const ratioTo = <Side extends string>(rates: Rates<Side>, side: Side, base: Side) =>
  spread(ratiosTo(rates, side, base));

const ratiosTo = <Side extends string>(rates: Rates<Side>, side: Side, base: Side) =>
  rates[side].map((rate, n) => rate / rates[base][n]!);

function partOf({ inserts, autosaves }: MeasuredNotify): Part {
  const head = ['an insert on', 'listeners', 'writers', 'silent/s', 'distinct/s', 'ratio', 'equal/s', 'ratio'];
  const rows = inserts.map(({ server, listeners, writers, rates }) => [
    `PostgreSQL ${server}`,
    String(listeners),
    String(writers),
    perSecond(rates.silent),
    perSecond(rates.distinct),
    ratioTo(rates, 'distinct', 'silent'),
    perSecond(rates.equal),
    ratioTo(rates, 'equal', 'silent'),
  ]);
  const saveHead = ['an autosave', 'writers', 'silent/s', 'notifying/s', 'ratio', 'ours/s', 'ratio'];
  const saves = autosaves.map(({ slower, writers, rates }) => [
    slower === 0 ? 'flush as it is' : `flush ${slower} ms slower`,
    String(writers),
    perSecond(rates.silent),
    perSecond(rates.notifying),
    ratioTo(rates, 'notifying', 'silent'),
    perSecond(rates.ours),
    ratioTo(rates, 'ours', 'silent'),
  ]);
  const value = median(ratiosTo(autosaves.at(-1)!.rates, 'silent', 'ours'));
  return {
    table: `${grid([head, ...rows])}\n\n${grid([saveHead, ...saves])}`,
    limits: [{ name: `${NOTIFY}, a silent autosave to ours`, value, limit: LIMIT, unit: '×' }],
  };
}
