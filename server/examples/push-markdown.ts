// Pushes every Markdown file of a folder as a draft suggestion; run it again as often as you like.
//
//   node server/examples/push-markdown.ts <folder> --url http://127.0.0.1:3000 --token wtp_…   (or TRAINING_TOKEN)
//     --source-name  the system it comes from; the folder's name when absent
//     --source-url   where the files can be read: the link of a file is this and its path in the folder
//     --department   the id of the department whose queue it is for; every department's when absent
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

export type Push = {
  folder: string;
  url: string;
  token: string;
  sourceName: string;
  sourceUrl?: string | undefined;
  department?: string | undefined;
  /** Waits so many milliseconds before a request is repeated. */
  wait?: (milliseconds: number) => Promise<void>;
  onPushed?: (pushed: Pushed) => void;
};

/** What became of a file: a new suggestion, one that was there already, or why not. */
export type Pushed = { file: string } & (
  | { outcome: 'created' | 'known'; id: string; title: string }
  | { outcome: 'refused'; reason: string }
);

/** How often a request is sent before its file is given up. */
const ATTEMPTS = 6;

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Pushes the folder's files one after the other, in the order of their paths. */
export async function pushMarkdown(push: Push): Promise<Pushed[]> {
  const pushed: Pushed[] = [];
  for (const file of await markdownFiles(push.folder)) {
    const one = { file, ...(await pushFile(push, file)) };
    pushed.push(one);
    push.onPushed?.(one);
  }
  return pushed;
}

async function markdownFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(md|markdown)$/i.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !/(^|\/)(\.|node_modules\/)/.test(file))
    .toSorted();
}

type WithoutFile<T> = T extends unknown ? Omit<T, 'file'> : never;

async function pushFile(push: Push, file: string): Promise<WithoutFile<Pushed>> {
  let content: string;
  try {
    content = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path.join(push.folder, file)));
  } catch (error) {
    return { outcome: 'refused', reason: error instanceof TypeError ? 'It is not UTF-8.' : String(error) };
  }
  // Without a title the server takes the first heading.
  const body = JSON.stringify({
    content,
    source_name: push.sourceName,
    source_url:
      push.sourceUrl &&
      new URL(file.split('/').map(encodeURIComponent).join('/'), `${push.sourceUrl.replace(/\/$/, '')}/`).href,
    department_id: push.department,
  });
  try {
    const response = await send(push, body);
    const answer: { id: string; title: string; code?: string; detail?: string } = JSON.parse(await response.text());
    if (!response.ok) return { outcome: 'refused', reason: `${answer.code}: ${answer.detail}` };
    // The first answer is repeated for a day, its 201 too.
    const created = response.status === 201 && !response.headers.has('idempotent-replayed');
    return { outcome: created ? 'created' : 'known', id: answer.id, title: answer.title };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
    return { outcome: 'refused', reason: `${String(error)}${cause}` };
  }
}

/**
 * Sends a body until it is answered: again after 429 and 5xx, when `Retry-After` says, else after 1, 2, 4 … seconds.
 * The key is made of the body, so that a repetition whose first answer was lost makes nothing twice.
 */
async function send({ url, token, wait = sleep }: Push, body: string): Promise<Response> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': createHash('sha256').update(body).digest('hex'),
  };
  for (let attempt = 1; ; attempt++) {
    let seconds = 2 ** (attempt - 1);
    try {
      const response = await fetch(`${url}/api/v1/intake`, { method: 'POST', headers, body });
      const again = response.status === 429 || response.status >= 500;
      if (!again || attempt === ATTEMPTS) return response;
      await response.body?.cancel();
      seconds = Number(response.headers.get('retry-after')) || seconds;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
    await wait(seconds * 1000);
  }
}

const USAGE = 'push-markdown.ts <folder> --token wtp_… [--url …] [--source-name …] [--source-url …] [--department …]';

function readArguments() {
  return parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:3000' },
      token: { type: 'string', default: process.env['TRAINING_TOKEN'] ?? '' },
      'source-name': { type: 'string' },
      'source-url': { type: 'string' },
      department: { type: 'string' },
    },
  });
}

async function main(): Promise<number> {
  let given: ReturnType<typeof readArguments>;
  try {
    given = readArguments();
  } catch {
    console.error(USAGE);
    return 2;
  }
  const { values, positionals } = given;
  const [folder] = positionals;
  if (!folder || positionals.length > 1 || values.token === '') {
    console.error(USAGE);
    return 2;
  }
  const pushed = await pushMarkdown({
    folder,
    url: values.url.replace(/\/$/, ''),
    token: values.token,
    sourceName: values['source-name'] ?? path.basename(path.resolve(folder)),
    sourceUrl: values['source-url'],
    department: values.department,
    onPushed: (one) =>
      console.log(`${one.outcome.padEnd(8)} ${one.file}  ${one.outcome === 'refused' ? one.reason : `“${one.title}”`}`),
  });
  const count = (outcome: Pushed['outcome']) => pushed.filter((one) => one.outcome === outcome).length;
  console.log(`${count('created')} created, ${count('known')} known already, ${count('refused')} refused`);
  return count('refused') > 0 ? 1 : 0;
}

if (import.meta.main) process.exitCode = await main();
