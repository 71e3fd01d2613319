// Brings the people of a workspace up to a CSV file, 500 in a request. Run it every night; after an interruption it goes
// on where it was.
//
//   node server/examples/sync-people.ts people.csv --url http://127.0.0.1:3000 --token wtp_…   (or TRAINING_TOKEN)
//
// The first line names the columns: email, full_name, role, department_id, deactivate (true or false), in any order. An
// empty cell leaves the field as it is. Exits with 1 if a row was refused.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';

const IN_A_REQUEST = 500;
const ATTEMPTS = 6;
const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);

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
        // Excel writes TRUE. Anything else is sent as it is, and refused.
        cells[at]
          ? [[name, name === 'deactivate' ? (BOOLEANS.get(cells[at].toLowerCase()) ?? cells[at]) : cells[at]]]
          : [],
      ),
    ),
  );
}

/** Sends a request until it is answered. The key makes a repetition safe whose first answer was lost. */
async function send(url: string, token: string, key: string, users: Row[]): Promise<Answer> {
  const body = JSON.stringify({ users });
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
const content = createHash('sha256').update(csv).digest('hex');
const progress = `${file}.progress`;
// Other content begins at its start. Each run has keys of its own, because answers to an older run are out of date.
const [of, ...noted] = existsSync(progress) ? readFileSync(progress, 'utf8').split(' ') : [];
const [run = randomUUID(), from = '0'] = of === content ? noted : [];
let done = Number(from);
let refused = 0;
while (done < people.length) {
  writeFileSync(progress, `${content} ${run} ${done}`);
  const { results } = await send(values.url, values.token, `${run}-${done}`, people.slice(done, done + IN_A_REQUEST));
  for (const { index, problem } of results) {
    if (!problem) continue;
    refused++;
    console.error(`Line ${done + index + 2}: ${problem.detail}`);
  }
  done += results.length;
}
rmSync(progress, { force: true });
console.log(`${people.length} people, ${refused} refused`);
process.exitCode = refused > 0 ? 1 : 0;
