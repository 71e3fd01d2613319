import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../../core/errors.ts';
import { isSignedBy, thumbprintOf } from '../../../platform/encryption/signing-key.ts';
import { EXPECTED_HASH_MISSING_MESSAGE } from '../../audit/chain/verify-chain.ts';
import { hashChainEntry, hashChainedEvent, GENESIS_HASH, type ChainedEvent } from '../../audit/chain/chain-hash.ts';
import { ChainLine } from '../../audit/chain/export-chain.ts';
import { isEventAbout, Manifest, README, Signature, serializePackJson } from './manifest.ts';
import { readZip, ZipError } from '../../../platform/zip.ts';
import { verifyAttestedCompletions } from './attested-in-pack.ts';
import type { PackFiles } from './bound-files.ts';
import { verifyPackedMedia } from './media-in-pack.ts';
import { verifyCompletedPaths } from './paths-in-pack.ts';
import { verifyCompletions } from './verify-completions.ts';

/** What was kept of an earlier day: an entry that the log has to hold, and the ids of keys that may have signed. */
export type PackTrustAnchors = { head?: string | undefined; keys?: ReadonlySet<string> | undefined };

type PackVerdict = {
  valid: boolean;
  /** How many entries of the audit log the pack follows. */
  events: number;
  completions: number;
  paths: number;
  attested: number;
  workspace: string;
  /** By the log; where a pack of a module or person does not show it, as the pack says, and `named_in_log` is false. */
  workspace_name: string;
  named_in_log: boolean;
  /** What the pack says that it is of, with whose days; and the name of the module or person in the log. */
  scope: Manifest['scope'];
  scope_name: string | null;
  time_zone: string;
  generated_at: string;
  head: string | null;
  /** The id of the key that signed it, and whether it was one of those that were expected; null where none was. */
  key: string | null;
  key_expected: boolean | null;
  /** What is wrong, file by file. */
  problems: string[];
};

/**
 * Checks a pack by itself: that there is one reading of its bytes, each file against the manifest, the manifest against
 * its signature, the audit log from its first entry to the head, and evidence and tables against the log.
 * @throws AppError `invalid_request` where the file is no evidence pack
 */
export async function verifyPack(path: string, expected: PackTrustAnchors = {}): Promise<PackVerdict> {
  const files = unpacked(await readFile(path).catch(() => notAPack(`${path} cannot be read`)));
  const manifest = manifestOf(files);
  const signature = signatureOf(files, expected);
  const log = followLog(manifest, files.get('audit-log.jsonl'));
  const about = aboutInLog(manifest, log.events);
  const problems = [
    ...signature.problems,
    ...manifest.problems,
    ...againstManifest(manifest, files),
    ...(text(files, 'README.txt') === README ? [] : ['README.txt is not the text that packs have']),
    ...log.problems,
    ...about.problems,
    ...verifyCompletions(manifest, files, log.events),
    ...verifyCompletedPaths(manifest, files, log.events),
    ...verifyAttestedCompletions(manifest, files, log.events),
    ...verifyPackedMedia(manifest, files),
  ];
  if (expected.head !== undefined && !log.hashes.has(expected.head)) problems.push(EXPECTED_HASH_MISSING_MESSAGE);
  return {
    valid: problems.length === 0,
    events: log.entries,
    completions: manifest.completions,
    paths: manifest.paths,
    attested: manifest.attested,
    workspace: manifest.workspace.slug,
    workspace_name: about.name,
    named_in_log: about.isNamed,
    scope: manifest.scope,
    scope_name: about.scopeName,
    time_zone: manifest.time_zone,
    generated_at: manifest.generated_at,
    head: manifest.audit.head,
    key: signature.key,
    key_expected: signature.isExpected,
    problems,
  };
}

function unpacked(bytes: Uint8Array): PackFiles {
  try {
    return readZip(bytes);
  } catch (error) {
    if (error instanceof ZipError)
      return notAPack(`The file is no ZIP of which there is one reading: ${error.message}`);
    throw error;
  }
}

const text = (files: PackFiles, name: string) => new TextDecoder().decode(files.get(name));

function manifestOf(files: PackFiles): Manifest & { problems: string[] } {
  try {
    const said = text(files, 'manifest.json');
    const manifest = Manifest.parse(JSON.parse(said));
    return {
      ...manifest,
      problems: said === serializePackJson(manifest) ? [] : ['manifest.json is not spelt as a manifest is'],
    };
  } catch {
    return notAPack('The file has no manifest of an evidence pack of this version');
  }
}

function signatureOf(files: PackFiles, { keys }: PackTrustAnchors) {
  try {
    const said = text(files, 'signature.json');
    const signature = Signature.parse(JSON.parse(said));
    const { key } = signature;
    const isExpected = keys ? keys.has(key.kid) : null;
    const manifest = files.get('manifest.json') ?? new Uint8Array(0);
    const problems = [];
    if (said !== serializePackJson(signature)) problems.push('signature.json is not spelt as a signature is');
    if (thumbprintOf(key) !== key.kid || !isSignedBy(key, manifest, signature.signature)) {
      problems.push('signature.json does not sign manifest.json');
    }
    if (isExpected === false) problems.push(`It is signed by the key ${key.kid}, which is not an expected one`);
    return { key: key.kid, isExpected, problems };
  } catch {
    return { key: null, isExpected: keys ? false : null, problems: ['The pack is not signed'] };
  }
}

/** What is there is what the manifest lists, each file once. */
function againstManifest(manifest: Manifest, files: PackFiles): string[] {
  const left = new Set(files.keys());
  for (const name of ['manifest.json', 'signature.json']) left.delete(name);
  const problems: string[] = [];
  for (const { name, bytes, sha256 } of manifest.files) {
    const file = files.get(name);
    if (!file) problems.push(`${name} is missing`);
    else if (!left.delete(name)) problems.push(`${name} is listed twice`);
    else if (file.length !== bytes || createHash('sha256').update(file).digest('hex') !== sha256) {
      problems.push(`${name} is not what it was`);
    }
  }
  return [...problems, ...[...left].map((name) => `${name} does not belong to it`)];
}

const Created = z.looseObject({ slug: z.string() });

/** Holds what the manifest says that the pack is of against the log: its workspace, and its module or person. */
function aboutInLog({ workspace, scope }: Manifest, events: readonly ChainedEvent[]) {
  const problems: string[] = [];
  const ofWorkspace = events.filter(
    ({ action, subject }) => /^workspace\.(created|updated)$/.test(action) && subject.id === workspace.id,
  );
  const names = ofWorkspace.map(({ subject }) => subject.name);
  const isNamed = names.includes(workspace.name);
  const id = scope.module_id ?? scope.user_id;
  // A pack of a module or person need not show each change of the name.
  const isOther = Created.safeParse(ofWorkspace[0]?.changes).data?.slug !== workspace.slug;
  if (isOther || (id === undefined && !isNamed))
    problems.push('manifest.json names the workspace unlike the audit log');
  if (id !== undefined && !events.some((event) => isEventAbout(event, id))) {
    problems.push(`manifest.json names ${id}, which the audit log does not`);
  }
  const about = events.flatMap(({ actor, subject }) => [actor, subject]).findLast((each) => each.id === id);
  return {
    name: (id === undefined && names.at(-1)) || workspace.name,
    isNamed,
    scopeName: id === undefined ? null : (about?.name ?? null),
    problems,
  };
}

function notAPack(reason: string): never {
  throw new AppError('invalid_request', `${reason}; give the ZIP that the console made under Audit log.`);
}

const FILE = 'audit-log.jsonl';

type FollowedLog = {
  /** How many entries follow one another from the first. */
  entries: number;
  /** The events that stand in it in full, in their order. */
  events: ChainedEvent[];
  /** The hash of each entry. */
  hashes: Set<string>;
  problems: string[];
};

/** Follows the audit log of a pack from its first entry to the head that the manifest names. */
function followLog({ workspace, audit, scope }: Manifest, log: Uint8Array | undefined): FollowedLog {
  const followed: FollowedLog = { entries: 0, events: [], hashes: new Set(), problems: [] };
  const broken = (problem: string) => ({ ...followed, problems: [`${FILE}: ${problem}`] });
  const isWhole = scope.module_id === undefined && scope.user_id === undefined;
  let last = GENESIS_HASH;
  let create: ChainedEvent | undefined;
  for (const text of new TextDecoder().decode(log).split('\n')) {
    if (text === '') continue;
    const position = followed.entries + 1;
    const line = lineOf(text);
    if (!line) return broken(`line ${position} cannot be read`);
    const hasEvent = 'event' in line;
    // Only a pack of something has events that are about something else.
    if (!hasEvent && isWhole) return broken(`entry ${position} lacks its event`);
    last = hashChainEntry(
      workspace.id,
      position,
      last,
      hasEvent ? hashChainedEvent(line.event) : Buffer.from(line.event_hash, 'hex'),
    );
    const hash = last.toString('hex');
    if (hasEvent && line.hash !== hash) return broken(`entry ${position} is not what it was`);
    followed.entries = position;
    followed.hashes.add(hash);
    if (!hasEvent) continue;
    followed.events.push(line.event);
    if (line.event.action === 'workspace.created' && line.event.subject.id === workspace.id) create ??= line.event;
  }
  const ends = followed.entries === 0 ? null : last.toString('hex');
  if (followed.entries !== audit.entries || ends !== audit.head)
    return broken('it does not end where the manifest says');
  const [first] = followed.events;
  if (!create || !first || Date.parse(create.at) - Date.parse(first.at) > 60_000) {
    return broken('it does not begin with the creation of the workspace');
  }
  return followed;
}

/** A line as it is written; null where it is another text, such as one in which a key stands twice. */
function lineOf(text: string): ChainLine | null {
  try {
    const line = ChainLine.parse(JSON.parse(text));
    return JSON.stringify(line) === text ? line : null;
  } catch {
    return null;
  }
}
