import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../test/server.ts';
import { pushMarkdown } from './push-markdown.ts';

const server = await startTestServer();

async function folderWith(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'push-markdown-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
  return folder;
}

test('every Markdown file arrives with the title of its first heading, once', async () => {
  const folder = await folderWith({
    'lifting.md': '# Lifting **safely**\n\nBend your knees.',
    'more/フォークリフト.md': '# フォークリフトの充電\n\n電源を切ってください。',
    'more/no heading.markdown': 'Wear gloves.\n\nAlways.',
    'empty.md': '',
    'latin1.md': Buffer.from('# Sécurité', 'latin1'),
    'notes.txt': 'Not Markdown.',
    '.hidden/secret.md': '# Hidden',
  });
  const { workspace, token } = await server.api(['intake:create']);
  const push = {
    folder,
    url: server.base,
    token: token.token,
    sourceName: 'Wiki',
    sourceUrl: 'https://wiki.example.com',
  };
  const pushed = await pushMarkdown(push);
  expect(pushed).toEqual([
    { file: 'empty.md', outcome: 'refused', reason: 'invalid_request: content: Must not be empty' },
    { file: 'latin1.md', outcome: 'refused', reason: 'It is not UTF-8.' },
    { file: 'lifting.md', outcome: 'created', id: expect.any(String), title: 'Lifting safely' },
    { file: 'more/no heading.markdown', outcome: 'created', id: expect.any(String), title: 'Wear gloves.' },
    { file: 'more/フォークリフト.md', outcome: 'created', id: expect.any(String), title: 'フォークリフトの充電' },
  ]);

  const manager = await server.as('content_manager', workspace);
  const { suggestions, total } = await manager.suggestions.list.query({});
  expect(total).toBe(3);
  expect(suggestions.map(({ source_url }) => source_url)).toContain(
    'https://wiki.example.com/more/no%20heading.markdown',
  );

  // Within a day the first answer is repeated; later, or with another link, the server finds the same text.
  for (const sourceUrl of [push.sourceUrl, 'https://elsewhere.example.com/']) {
    const again = await pushMarkdown({ ...push, sourceUrl });
    const ids = (list: typeof pushed) => list.flatMap((one) => ('id' in one ? [one.id] : []));
    expect(again.filter(({ outcome }) => outcome === 'known')).toHaveLength(3);
    expect(ids(again)).toEqual(ids(pushed));
  }
});

test('it waits as it is told after 429, longer each time after 5xx, and repeats the same key', async () => {
  const keys = new Set<string | undefined>();
  const answers = [
    { status: 429, headers: { 'retry-after': '7' } },
    { status: 503, headers: {} },
    { status: 201, headers: { 'content-type': 'application/json' } },
  ];
  const stub = createServer((request, response) => {
    keys.add(request.headers['idempotency-key']?.toString());
    const { status, headers } = answers.shift() ?? { status: 500, headers: {} };
    response.writeHead(status, headers).end(status === 201 ? '{"id":"1","title":"A"}' : '');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void stub.close());
  await once(stub, 'listening');
  const address = stub.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const waits: number[] = [];
  const wait = (milliseconds: number) => Promise.resolve(void waits.push(milliseconds));
  const folder = await folderWith({ 'a.md': '# A' });
  const pushed = await pushMarkdown({
    folder,
    url: `http://127.0.0.1:${port}`,
    token: 'wtp_',
    sourceName: 'Wiki',
    wait,
  });
  expect(pushed).toEqual([{ file: 'a.md', outcome: 'created', id: '1', title: 'A' }]);
  expect(waits).toEqual([7000, 2000]);
  expect(keys.size).toBe(1);
});

test('the command prints a line a file and a summary, and fails when a file was refused', async () => {
  const folder = await folderWith({ 'a.md': '# A\n\nText', 'b.md': '' });
  const { token } = await server.api(['intake:create']);
  const run = promisify(execFile)(
    process.execPath,
    [path.join(import.meta.dirname, 'push-markdown.ts'), folder, '--url', server.base, '--source-name', 'Wiki'],
    { env: { ...process.env, TRAINING_TOKEN: token.token } },
  );
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^created {2}a\.md {2}“A”\nrefused {2}b\.md .*\n1 created, 0 known already, 1 refused\n$/,
    ),
  });
});
