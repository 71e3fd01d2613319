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

type Row = Record<string, string | boolean>;
type Result = { index: number; problem?: { detail: string } };

/**
 * Returns the cells of CSV by RFC 4180: quoted ones may hold commas, line breaks and doubled quotes.
 * @throws if a quoted one has no end
 */
function cellsOf(csv: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of csv.matchAll(
    / *(?:"((?:[^"]|"")*)" *|([^ ",\r\n][^,\r\n]*)?)(,|\r?\n|$)/gy,
  )) {
    lines.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain.trim());
    if (end === '') return lines.filter((cells) => cells.some(Boolean));
    if (end !== ',') lines.push([]);
  }
  throw new Error(`Line ${lines.length} isn’t CSV. Nothing was sent.`);
}

/** Converts a cell. Excel writes TRUE; any other word is sent as it is, and refused. */
const valueOf = (name: string, cell: string): string | boolean =>
  name === 'deactivate' && /^(true|false)$/i.test(cell) ? /^true$/i.test(cell) : cell;

function peopleIn(csv: string): Row[] {
  const [names = [], ...lines] = cellsOf(csv.replace(/^\uFEFF/, ''));
  return lines.map((cells) =>
    Object.fromEntries(names.flatMap((name, at) => (cells[at] ? [[name, valueOf(name, cells[at])]] : []))),
  );
}

/** Sends a request until it is answered. The key makes a repetition safe whose first answer was lost. */
async function send(users: Row[], key: string): Promise<Result[]> {
  const body = JSON.stringify({ users });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${url}/api/v1/users/bulk`, { method: 'POST', headers, body }).catch(() => undefined);
    if (response?.ok) return JSON.parse(await response.text()).results;
    // Retry-After asks for a repetition, also while the same request of an interrupted run is still in progress.
    const after = response?.headers.get('retry-after');
    const isFinal = response && response.status < 500 && !after;
    if (isFinal || attempt === ATTEMPTS) throw new Error(response ? await response.text() : `${url} can’t be reached`);
    await sleep(1000 * Math.max(Number(after), 2 ** attempt));
  }
}

const options = { url: { type: 'string', default: 'http://127.0.0.1:3000' }, token: { type: 'string' } } as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const { url, token = process.env['TRAINING_TOKEN'] } = values;
const [file] = positionals;
if (!file || !token) throw new Error('sync-people.ts <file.csv> --token wtp_… [--url …]');
const csv = readFileSync(file, 'utf8');
const people = peopleIn(csv);
const content = createHash('sha256').update(csv).digest('hex');
const progress = `${file}.progress`;
// Other content begins at its start. Each run has keys of its own, because answers to an older run are out of date.
const [of, ...noted] = existsSync(progress) ? readFileSync(progress, 'utf8').split(' ') : [];
const [run = randomUUID(), from = '0'] = of === content ? noted : [];
let [done, refused] = [Number(from), 0];
while (done < people.length) {
  writeFileSync(progress, `${content} ${run} ${done}`);
  const results = await send(people.slice(done, done + IN_A_REQUEST), `${run}-${done}`);
  const refusals = results.filter(({ problem }) => problem);
  for (const { index, problem } of refusals) console.error(`Line ${done + index + 2}: ${problem?.detail}`);
  refused += refusals.length;
  done += results.length;
}
rmSync(progress, { force: true });
console.log(`${people.length} people, ${refused} refused`);
process.exitCode = refused > 0 ? 1 : 0;
