import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import {
  GREETING,
  complete,
  countOf,
  failed,
  type Message,
  Messages,
  query,
  readBind,
  readParse,
  ready,
  textOfQuery,
} from './messages.ts';
import { read, route, type Transaction, Unroutable } from './route.ts';

type Options = {
  /** Addresses of the databases; the first one holds what belongs to no workspace. */
  urls: readonly string[];
  databaseOf: (workspaceId: string) => number;
};

/** Counts of statements, and those that were refused. */
export type Routed = { byText: number; byHint: number; merged: number; directory: number; refused: string[] };

/**
 * Stands in for PgDog in tests: a router in front of several databases that follows its documented rules and refuses
 * what it can't route, instead of sending it to all.
 */
export async function startRouter({ urls, databaseOf }: Options) {
  const routed: Routed = { byText: 0, byHint: 0, merged: 0, directory: 0, refused: [] };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', (first) => void greet(socket, first));
  });
  async function greet(socket: Socket, first: Buffer): Promise<void> {
    if (first.readInt32BE(4) === 80_877_103) {
      socket.write('N');
      socket.once('data', (again) => void greet(socket, again));
      return;
    }
    const words = first.subarray(8).toString().split('\0');
    const given = (name: string) => words[words.indexOf(name) + 1];
    try {
      const options = words.includes('options') ? given('options') : undefined;
      const backends = await Promise.all(urls.map((url) => Backend.connect(url, given('application_name'), options)));
      new Client(socket, backends, databaseOf, routed).greet();
    } catch {
      socket.destroy();
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `postgresql://router@127.0.0.1:${portOf(server)}/router`,
    routed,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The router has no port.');
  return address.port;
}

/** A connection to one of the databases, on which messages are sent as they are. */
class Backend {
  readonly #client: pg.Client;
  readonly #stream: Duplex;
  readonly #messages = new Messages();
  readonly prepared = new Set<string>();
  #take: ((message: Message) => void) | undefined;

  private constructor(client: pg.Client, stream: Duplex) {
    this.#client = client;
    this.#stream = stream;
    stream.removeAllListeners('data');
    stream.on('data', (chunk: Buffer) => {
      for (const each of this.#messages.take(chunk)) this.#take?.(each);
    });
  }

  static async connect(url: string, name?: string, options?: string): Promise<Backend> {
    const client = new pg.Client({
      connectionString: url,
      ...(name !== undefined && { application_name: name }),
      ...(options !== undefined && { options }),
    });
    client.on('error', () => undefined);
    await client.connect();
    return new Backend(client, client.connection.stream);
  }

  onClose(ended: () => void): void {
    this.#stream.on('close', ended);
  }

  /** Sends messages, and returns what is answered up to the next time it is ready. */
  ask(bytes: Buffer): Promise<Message[]> {
    const answered: Message[] = [];
    return new Promise((resolve, reject) => {
      const lost = () => reject(new Error('The connection to the database was lost.'));
      this.#stream.once('close', lost);
      this.#take = (each) => {
        answered.push(each);
        if (each.kind !== 'Z') return;
        this.#stream.off('close', lost);
        resolve(answered);
      };
      this.#stream.write(bytes);
    });
  }

  close(): void {
    this.#client.connection.stream.destroy();
  }
}

/** A client's connection: its transaction, its prepared statements, and one connection to each database. */
class Client {
  readonly #socket: Socket;
  readonly #backends: Backend[];
  readonly #databaseOf: Options['databaseOf'];
  readonly #routed: Routed;
  readonly #messages = new Messages();
  readonly #prepared = new Map<string, { sql: string; parse: Buffer }>();
  #transaction: Transaction | undefined;
  #isFailed = false;
  #unit: Message[] = [];
  #turn: Promise<void> = Promise.resolve();

  constructor(socket: Socket, backends: Backend[], databaseOf: Options['databaseOf'], routed: Routed) {
    this.#socket = socket;
    this.#backends = backends;
    this.#databaseOf = databaseOf;
    this.#routed = routed;
  }

  greet(): void {
    const end = () => this.#socket.destroy();
    for (const backend of this.#backends) backend.onClose(end);
    this.#socket.on('close', () => {
      for (const backend of this.#backends) backend.close();
    });
    this.#socket.on('data', (chunk: Buffer) => {
      for (const each of this.#messages.take(chunk)) this.#receive(each);
    });
    this.#socket.write(Buffer.concat(GREETING));
  }

  /** Collects messages until one is answered with `ReadyForQuery`; those run one after the other. */
  #receive(each: Message): void {
    if (each.kind === 'X') return this.#socket.destroy() && undefined;
    this.#unit.push(each);
    if (each.kind !== 'Q' && each.kind !== 'S') return;
    const unit = this.#unit;
    this.#unit = [];
    this.#turn = this.#turn.then(() => this.#run(unit)).catch(() => void this.#socket.destroy());
  }

  async #run(unit: Message[]): Promise<void> {
    const [first] = unit;
    try {
      if (first?.kind === 'Q') await this.#control(textOfQuery(first), unit);
      else await this.#extended(unit);
    } catch (error) {
      if (!(error instanceof Unroutable)) throw error;
      this.#routed.refused.push(`${error.message}: ${this.#textOf(unit).slice(0, 400)}`);
      this.#isFailed = this.#transaction !== undefined;
      this.#answer([failed(`The router refused it: ${error.message}`), ready(this.#isFailed ? 'E' : 'I')]);
    }
  }

  #textOf(unit: Message[]): string {
    const parse = unit.find(({ kind }) => kind === 'P');
    if (parse) return readParse(parse).sql;
    const bind = unit.find(({ kind }) => kind === 'B');
    return bind ? (this.#prepared.get(readBind(bind).name)?.sql ?? '') : textOfQuery(unit[0]!);
  }

  #answer(messages: Buffer[]): void {
    this.#socket.write(Buffer.concat(messages));
  }

  /** Begins and ends transactions, and takes hints; sends all else on. */
  async #control(text: string, unit: Message[]): Promise<void> {
    const { kinds, setting } = read(text);
    if (kinds.length === 1 && kinds[0] === 'TransactionStmt') return this.#transact(text);
    if (!setting || kinds.length !== 1) return this.#send(text, [], unit);
    const transaction = this.#transaction;
    if (!transaction || !setting.isLocal) throw new Unroutable('a setting of the session');
    if (setting.name === 'pgdog.sharding_key') {
      const database = this.#databaseOf(setting.value);
      if ((transaction.database ?? database) !== database) throw new Unroutable('a hint of another database');
      transaction.database = database;
    } else if (transaction.database === undefined) transaction.waiting.push(text);
    else return this.#relay(transaction.database, unit);
    return this.#answer([complete('SET'), ready('T')]);
  }

  async #transact(text: string): Promise<void> {
    const transaction = this.#transaction;
    if (/^\s*(begin|start)/i.test(text)) {
      this.#transaction = { waiting: [text] };
      return this.#answer([complete('BEGIN'), ready('T')]);
    }
    const ends = !/savepoint|release|rollback\s+to/i.test(text);
    if (!ends && transaction?.database === undefined) throw new Unroutable('a savepoint before the workspace is known');
    if (ends) {
      this.#transaction = undefined;
      // Nothing was sent to a database.
      if (!transaction || transaction.database === undefined || transaction.waiting.length > 0) {
        this.#isFailed = false;
        return this.#answer([complete(/^\s*commit/i.test(text) ? 'COMMIT' : 'ROLLBACK'), ready('I')]);
      }
      const wasFailed = this.#isFailed;
      this.#isFailed = false;
      return this.#relay(transaction.database, [{ kind: 'Q', bytes: query(wasFailed ? 'rollback' : text) }]);
    }
    return this.#relay(transaction!.database!, [{ kind: 'Q', bytes: query(text) }]);
  }

  async #extended(unit: Message[]): Promise<void> {
    for (const each of unit.filter(({ kind }) => kind === 'P')) {
      const { name, sql } = readParse(each);
      this.#prepared.set(name, { sql, parse: each.bytes });
    }
    const bind = unit.find(({ kind }) => kind === 'B');
    const { name, values } = bind ? readBind(bind) : { name: '', values: [] };
    await this.#send(this.#prepared.get(name)?.sql ?? '', values, unit);
  }

  async #send(text: string, values: (string | null)[], unit: Message[]): Promise<void> {
    const transaction = this.#transaction;
    if (this.#isFailed) throw new Unroutable('an earlier statement of the transaction was refused');
    const isHinted = transaction?.database !== undefined;
    const asked = { text, transaction, databaseOf: this.#databaseOf, valueOf: (n: number) => values[n - 1] ?? null };
    const database = route(asked);
    if (database === 'all') {
      this.#routed.merged++;
      return this.#merge(unit, text);
    }
    if (read(text).directory.length > 0) this.#routed.directory++;
    else this.#routed[isHinted ? 'byHint' : 'byText']++;
    for (const begun of transaction?.waiting.splice(0) ?? []) await this.#backends[database]!.ask(query(begun));
    await this.#relay(database, unit);
  }

  async #relay(database: number, unit: Message[]): Promise<void> {
    this.#answer((await this.#ask(database, unit)).map(({ bytes }) => bytes));
  }

  /** Asks a database, which may not have prepared the statement yet. */
  async #ask(database: number, unit: Message[]): Promise<Message[]> {
    const backend = this.#backends[database]!;
    const parse = unit.find(({ kind }) => kind === 'P');
    const bind = unit.find(({ kind }) => kind === 'B');
    const name = parse ? readParse(parse).name : bind ? readBind(bind).name : '';
    const lacks = !parse && name !== '' && !backend.prepared.has(name);
    const messages = unit.map(({ bytes }) => bytes);
    if (lacks) messages.unshift(this.#prepared.get(name)!.parse);
    const answered = await backend.ask(Buffer.concat(messages));
    if (answered.some(({ kind }) => kind === '1')) backend.prepared.add(name);
    return lacks ? answered.filter(({ kind }) => kind !== '1') : answered;
  }

  /** Asks all databases, and puts their rows together. */
  async #merge(unit: Message[], text: string): Promise<void> {
    const all = await Promise.all(this.#backends.map((_, database) => this.#ask(database, unit)));
    const wrong = all.find((answered) => answered.some(({ kind }) => kind === 'E'));
    if (wrong) return this.#answer(wrong.map(({ bytes }) => bytes));
    const most = Number(/\blimit (\d+)\s*$/i.exec(text)?.[1] ?? Infinity);
    const isDistinct = /^\s*select distinct\b/i.test(text);
    const rows = all.flatMap((answered) => answered.filter(({ kind }) => kind === 'D'));
    const kept = (
      isDistinct ? [...new Map(rows.map((row) => [row.bytes.toString('latin1'), row])).values()] : rows
    ).slice(0, most);
    const count = kept.length === rows.length ? all.reduce((sum, each) => sum + counted(each), 0) : kept.length;
    const [first] = all;
    const before = first!.filter(({ kind }) => !/[DCZ]/.test(kind));
    this.#answer([...[...before, ...kept].map(({ bytes }) => bytes), complete(`SELECT ${count}`), ready('I')]);
  }
}

const counted = (answered: Message[]): number => {
  const ended = answered.find(({ kind }) => kind === 'C');
  return ended ? countOf(ended) : 0;
};
