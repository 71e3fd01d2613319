import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { AppError } from '../../../errors.ts';
import { entryHash, eventHash, GENESIS } from '../../audit/chain/chain-hash.ts';
import { ChainLine } from '../../audit/chain/export-chain.ts';
import { Manifest } from './manifest.ts';

export type PackVerdict = {
  valid: boolean;
  /** How many entries of the audit log the pack follows. */
  events: number;
  completions: number;
  workspace: string;
  head: string | null;
  /** What is wrong, file by file. */
  problems: string[];
};

/**
 * Checks a pack by itself: every file against the manifest, and the audit log from its first entry to the head.
 * @throws AppError `invalid_request` where the file is no evidence pack
 */
export async function verifyPack(path: string): Promise<PackVerdict> {
  const { files, twice } = unpacked(await readFile(path).catch(() => notAPack(`${path} cannot be read`)));
  const manifest = manifestOf(files);
  const problems = manifest.files.flatMap(({ name, sha256 }) => {
    const file = files[name];
    if (!file) return [`${name} is missing`];
    return createHash('sha256').update(file).digest('hex') === sha256 ? [] : [`${name} is not what it was`];
  });
  // Of two files with one name, which a reader sees depends on their program.
  problems.push(...twice.map((name) => `${name} is there twice`));
  const listed = new Set(['manifest.json', ...manifest.files.map(({ name }) => name)]);
  problems.push(...Object.keys(files).flatMap((name) => (listed.has(name) ? [] : [`${name} does not belong to it`])));
  const { events, problem } = followChain(manifest, files['audit-log.jsonl']);
  if (problem) problems.push(problem);
  return {
    valid: problems.length === 0,
    events,
    completions: manifest.completions,
    workspace: manifest.workspace.slug,
    head: manifest.audit.head,
    problems,
  };
}

function unpacked(bytes: Uint8Array): { files: Record<string, Uint8Array | undefined>; twice: string[] } {
  const names = new Set<string>();
  const twice: string[] = [];
  try {
    const files = unzipSync(bytes, {
      filter({ name }) {
        if (names.has(name)) twice.push(name);
        names.add(name);
        return true;
      },
    });
    return { files, twice };
  } catch {
    return notAPack('The file is no ZIP, or is damaged');
  }
}

function manifestOf(files: Record<string, Uint8Array | undefined>): Manifest {
  try {
    return Manifest.parse(JSON.parse(new TextDecoder().decode(files['manifest.json'])));
  } catch {
    return notAPack('The file has no manifest of an evidence pack');
  }
}

function followChain({ workspace, audit }: Manifest, log: Uint8Array | undefined) {
  let position = 0;
  let last = GENESIS;
  for (const line of new TextDecoder().decode(log).split('\n')) {
    if (line === '') continue;
    const parsed = lineOf(line);
    if (!parsed) return { events: position, problem: `audit-log.jsonl: line ${position + 1} cannot be read` };
    position += 1;
    const ofEvent = 'event' in parsed ? eventHash(parsed.event) : Buffer.from(parsed.event_hash, 'hex');
    last = entryHash(workspace.id, position, last, ofEvent);
    if ('event' in parsed && parsed.hash !== last.toString('hex')) {
      return { events: position - 1, problem: `audit-log.jsonl: entry ${position} is not what it was` };
    }
  }
  const ends = position === 0 ? null : last.toString('hex');
  const problem =
    position === audit.entries && ends === audit.head ? null : 'audit-log.jsonl does not end where the manifest says';
  return { events: position, problem };
}

function lineOf(line: string) {
  try {
    return ChainLine.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

function notAPack(reason: string): never {
  throw new AppError('invalid_request', `${reason}; give the ZIP that the console made under Audit log.`);
}
