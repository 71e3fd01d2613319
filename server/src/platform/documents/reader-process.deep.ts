import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { createDeflate } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { deflatedRun, pdfOfStreams, pdfStream } from '../../../test/documents/make-documents.ts';
import { readerProcesses, readersOf } from '../../../test/documents/reader-processes.ts';
import { refusal } from '../../../test/documents/refusal.ts';
import { createConfinedNodeOptions } from './confined-process.ts';
import { DOCUMENT_LIMITS } from './document.ts';
import { extractDocumentText } from './read-document.ts';
import type { ReaderTask } from './reader-messages.ts';

// Sorting combining marks that alternate between above and below takes quadratic time, in native code that can't be
// interrupted.
const ENDLESS = `'a' + '\\u0300\\u0316'.repeat(400_000)`;
const endless = Buffer.from(`a${'\u0300\u0316'.repeat(400_000)}`);
const POLL = { interval: 50 };

const mine = () => readersOf(process.pid);
/** Starting takes less than half of it. */
const isBusy = (reader: { cpuSeconds: number } | undefined) => reader !== undefined && reader.cpuSeconds > 1;

afterEach(async () => {
  // Whatever happened to the readers, no process is left and both slots are free.
  await expect.poll(mine, POLL).toEqual([]);
  const next = ['One', 'Two'].map((text) => extractDocumentText(Buffer.from(text), 'text'));
  expect(await Promise.all(next)).toMatchObject([{ text: 'One' }, { text: 'Two' }]);
});

test('readers that loop for ever in native code are killed at the time limit', async () => {
  const errors = await Promise.all([1, 2].map(() => refusal(endless, 'text', { milliseconds: 2_000 })));
  expect(errors).toMatchObject([{ reason: 'too_slow' }, { reason: 'too_slow' }]);
});

test('a reader gives way to the server', async () => {
  const aborting = new AbortController();
  const reading = extractDocumentText(endless, 'text', { signal: aborting.signal });
  // It is there a moment before it has its priority.
  await expect.poll(() => os.getPriority(mine()[0]?.pid), POLL).toBeGreaterThan(os.getPriority());
  aborting.abort();
  await expect(reading).rejects.toThrow();
});

test('an abort kills a reader that loops for ever in native code', async () => {
  const aborting = new AbortController();
  const reading = extractDocumentText(endless, 'text', { signal: aborting.signal });
  await expect.poll(() => isBusy(mine()[0]), POLL).toBe(true);
  aborting.abort(new Error('No longer wanted'));
  await expect(reading).rejects.toThrow('No longer wanted');
});

test('readers that take memory without end are killed, whether as buffers or on the heap', async () => {
  const stream = pdfStream(await deflatedRun(createDeflate(), 256, 0x20), '/Filter /FlateDecode');
  // Enough time for a busy machine, on which readers give way.
  const limits = { memoryBytes: 48 * 1_048_576, milliseconds: 110_000 };
  const errors = await Promise.all([
    refusal(pdfOfStreams([stream]), 'pdf', limits),
    refusal(Buffer.from(`<html>${'<p a=b>x</p>'.repeat(300_000)}`), 'html', limits),
  ]);
  expect(errors).toMatchObject([{ reason: 'too_large' }, { reason: 'too_large' }]);
});

test('a reader that something else kills fails alone', async () => {
  // Processes of the previous test may still be exiting.
  await expect.poll(() => mine().length, POLL).toBe(0);
  const readings = Promise.allSettled(['one', 'other'].map((owner) => extractDocumentText(endless, 'text', { owner })));
  await expect.poll(() => mine().length, POLL).toBe(2);
  for (const [index, { pid }] of mine().entries()) process.kill(pid, index === 0 ? 'SIGKILL' : 'SIGSEGV');
  const reasons = (await readings).map((reading) => reading.status === 'rejected' && String(reading.reason));
  expect(reasons).toContainEqual(expect.stringContaining('more memory to read than is allowed'));
  expect(reasons).toContain('Error: The document’s reader ended: SIGSEGV.');
});

test('a reader that cannot be started fails alone', async () => {
  const node = process.execPath;
  process.execPath = '/no/such/node';
  try {
    const readings = [1, 2, 3].map(() => extractDocumentText(Buffer.from('Hello'), 'text'));
    for (const reading of await Promise.allSettled(readings)) {
      expect(reading).toMatchObject({ status: 'rejected', reason: { code: 'ENOENT' } });
    }
  } finally {
    process.execPath = node;
  }
});

test('a server that is killed leaves no reader behind, even one that loops in native code', async () => {
  const source = `const { extractDocumentText } = await import('${import.meta.resolve('./read-document.ts')}');
    await extractDocumentText(Buffer.from(${ENDLESS}), 'text');`;
  const server = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: 'inherit', env: {} });
  try {
    const theirs = () => readersOf(server.pid ?? 0)[0];
    await expect.poll(() => isBusy(theirs()), POLL).toBe(true);
    const pid = theirs()?.pid;
    server.kill('SIGKILL');
    await expect.poll(() => readerProcesses().filter((reader) => reader.pid === pid), POLL).toEqual([]);
  } finally {
    server.kill('SIGKILL');
  }
});

/** A library that has gone over to the document: it answers with what became of all that it tries. */
const TRAITOR = `
  const { readFileSync, writeFileSync, readdirSync } = process.getBuiltinModule('node:fs');
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const [net, tls, dgram, dns] = ['net', 'tls', 'dgram', 'dns'].map((name) => process.getBuiltinModule('node:' + name));
  const open = ['--permission', '--allow-fs-read=*', '--allow-child-process'];
  const tries = {
    read: () => readFileSync('/etc/passwd'),
    list: () => readdirSync('/'),
    environment: () => readFileSync('/proc/self/environ'),
    write: () => writeFileSync('/tmp/of-a-reader', 'x'),
    start: () => spawnSync(process.execPath, ['--version']),
    thread: () => new Worker('', { eval: true, execArgv: open }),
    connect: () => net.connect(9, '127.0.0.1'),
    secure: () => tls.connect(9, '127.0.0.1'),
    listen: () => net.createServer().listen(0, '127.0.0.1'),
    datagram: () => dgram.createSocket('udp4').send('x', 9, '127.0.0.1'),
    name: () => dns.lookup('localhost', () => {}),
    resolve: () => dns.resolve('localhost', () => {}),
    resolver: () => new dns.promises.Resolver().resolve4('localhost'),
  };
  const became = (attempt) => { try { attempt(); return 'done'; } catch (error) { return error.code; } };
  String.prototype.normalize = () =>
    Object.entries(tries).map(([name, attempt]) => name + ' ' + became(attempt)).join(', ');`;

// rules/bounds 10
test('a reader opens no file but its program’s, writes none, starts no process or thread, and has no network', async () => {
  const entry = new URL('./document-reader.ts', import.meta.url);
  const task: ReaderTask = { kind: 'text', size: 5, limits: DOCUMENT_LIMITS, residentBytes: 2 ** 30 };
  const child = fork(entry, [JSON.stringify(task)], {
    execArgv: [...createConfinedNodeOptions(entry), '--import', `data:text/javascript,${encodeURIComponent(TRAITOR)}`],
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'ipc', 'pipe'],
  });
  child.stdin?.end('Hello');
  const [told]: unknown[] = await once(child, 'message');
  child.kill('SIGKILL');
  const files = ['read', 'list', 'environment', 'write', 'start', 'thread'];
  const names = [...files, 'connect', 'secure', 'listen', 'datagram', 'name', 'resolve', 'resolver'];
  const text = names.map((name) => `${name} ERR_ACCESS_DENIED`).join(', ');
  expect(told).toMatchObject({ outcome: 'read', document: { text } });
});
