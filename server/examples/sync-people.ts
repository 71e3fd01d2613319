// Brings the people of a workspace up to a CSV file, 500 in a request. Run it every night; after an interruption it goes
// on where it was.
//
//   node server/examples/sync-people.ts people.csv --url http://127.0.0.1:3000 --token wtp_…   (or TRAINING_TOKEN)
//
// The first line names the columns: email, full_name, role, department_id, deactivate (true or false), in any order. An
// empty cell leaves the field as it is. Exits with 1 if a row was refused.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';

const IN_A_REQUEST = 500;
const ATTEMPTS = 6;
const TODAY = new Date().toISOString().slice(0, 10);

type Row = Record<string, string | boolean>;
type Result = { index: number; result?: string; problem?: { detail: string } };
type Answer = { results: Result[]; detail?: string };

/** Returns the cells of CSV by RFC 4180: quoted ones may hold commas, line breaks and doubled quotes. */
function cellsOf(csv: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    lines.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain.trim());
    if (end === '') break;
    if (end !== ',') lines.push([]);
  }
  return lines.filter((cells) => cells.some(Boolean));
}

function peopleIn(csv: string): Row[] {
  const [names = [], ...lines] = cellsOf(csv.replace(/^\uFEFF/, ''));
  return lines.map((cells) =>
    Object.fromEntries(
      names.flatMap((name, at) =>
        cells[at] ? [[name, name === 'deactivate' ? cells[at] === 'true' : cells[at]]] : [],
      ),
    ),
  );
}

/** Sends a request until it is answered. The day's key makes a repetition safe whose first answer was lost. */
async function send(url: string, token: string, users: Row[]): Promise<Answer> {
  const body = JSON.stringify({ users });
  const key = createHash('sha256')
    .update(TODAY + body)
    .digest('hex');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${url}/api/v1/users/bulk`, { method: 'POST', headers, body }).catch(() => undefined);
    if (response?.ok) return JSON.parse(await response.text());
    // Retry-After asks for a repetition, also while the same request of an interrupted run is still in progress.
    const isFinal = response && response.status < 500 && !response.headers.has('retry-after');
    if (isFinal || attempt === ATTEMPTS) throw new Error(response ? await response.text() : `${url} can’t be reached`);
    await sleep(1000 * (Number(response?.headers.get('retry-after')) || 2 ** attempt));
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    token: { type: 'string', default: process.env['TRAINING_TOKEN'] ?? '' },
  },
});
const [file] = positionals;
if (!file || values.token === '') throw new Error('sync-people.ts <file.csv> --token wtp_… [--url …]');
const csv = readFileSync(file, 'utf8');
const people = peopleIn(csv);
// The progress belongs to this content: another file begins at its start.
const progress = `${file}.${createHash('sha256').update(csv).digest('hex').slice(0, 12)}.progress`;
let done = existsSync(progress) ? Number(readFileSync(progress, 'utf8')) : 0;
let refused = 0;
while (done < people.length) {
  const { results } = await send(values.url, values.token, people.slice(done, done + IN_A_REQUEST));
  for (const { index, problem } of results) {
    if (!problem) continue;
    refused++;
    console.error(`Line ${done + index + 2}: ${problem.detail}`);
  }
  done += results.length;
  writeFileSync(progress, String(done));
}
rmSync(progress, { force: true });
console.log(`${people.length} people, ${refused} refused`);
process.exitCode = refused > 0 ? 1 : 0;
