import { createHash } from 'node:crypto';
import { Evidence } from '@training/shared/evidence/evidence';
import { z } from 'zod';
import type { ChainedEvent } from '../../audit/chain/chain-hash.ts';
import { isOfAttested } from './attested-in-pack.ts';
import { isOfMedia } from './media-in-pack.ts';
import { daysIn, type Manifest } from './manifest.ts';
import { isOfPaths } from './paths-in-pack.ts';
import { PackTables } from './tables.ts';

type Files = ReadonlyMap<string, Uint8Array>;

/** What an event says that binds evidence. */
const Binding = z.looseObject({
  enrollment_id: z.string(),
  user_id: z.string(),
  completed_at: z.iso.datetime(),
  evidence_sha256: z.string(),
});

/** What the event of a completion says, also where nothing bound its evidence yet. */
const Completed = z.looseObject({
  user_id: z.string(),
  cycle: z.number(),
  revision: z.number(),
  score: z.number().nullable(),
  expires_at: z.string().nullable(),
});

const FIXED = new Set([
  'completions.csv',
  'approvals.csv',
  'audit-log.jsonl',
  'README.txt',
  'manifest.json',
  'signature.json',
]);

/**
 * Recomputes the completions of a pack from the events of its log: for each one that it is about there is one file of
 * evidence, with the very bytes that the newest event about it binds, and one certificate; and the tables follow from
 * the evidence.
 */
export function verifyCompletions(manifest: Manifest, files: Files, events: readonly ChainedEvent[]): string[] {
  const problems: string[] = [];
  const day = daysIn(manifest.time_zone);
  if (!day) return [`manifest.json names a time zone that is not known here: ${manifest.time_zone}`];
  const bound = boundIn(manifest, events, day);
  const proofs: Evidence[] = [];
  for (const [id, { sha256, completed_at }] of bound) {
    const name = `evidence/${id}.json`;
    const file = files.get(name);
    const evidence = file && evidenceIn(file);
    if (!file) problems.push(`${name} is missing: the audit log has its completion`);
    else if (createHash('sha256').update(file).digest('hex') !== sha256) {
      problems.push(`${name} is not what the audit log binds`);
    } else if (
      !evidence ||
      evidence.completion.enrollment_id !== id ||
      evidence.completion.completed_at !== completed_at
    ) {
      problems.push(`${name} is not the evidence of its completion`);
    } else proofs.push(evidence);
  }
  if (manifest.completions !== bound.size) problems.push('manifest.json names another number of completions');
  problems.push(...foreign(files, bound), ...earlier(events, proofs), ...tables(files, proofs));
  return problems;
}

type Bound = Map<string, { sha256: string; completed_at: string }>;

/** The completions that the pack is about, with what binds each: the newest event about it. */
function boundIn({ scope }: Manifest, events: readonly ChainedEvent[], day: Intl.DateTimeFormat): Bound {
  const bound: Bound = new Map();
  for (const { action, subject, changes } of events) {
    if (action !== 'learner.module_completed' && action !== 'learner.evidence_recorded') continue;
    const binding = Binding.safeParse(changes).data;
    if (!binding) continue;
    if (scope.module_id !== undefined && subject.id !== scope.module_id) continue;
    if (scope.user_id !== undefined && binding.user_id !== scope.user_id) continue;
    const { enrollment_id, completed_at, evidence_sha256: sha256 } = binding;
    const on = day.format(new Date(completed_at));
    if ((scope.from !== undefined && on < scope.from) || (scope.to !== undefined && on > scope.to)) continue;
    bound.set(enrollment_id, { sha256, completed_at });
  }
  return bound;
}

/** Files that no completion of the pack has, and completions without their one certificate. */
function foreign(files: Files, bound: Bound): string[] {
  const problems: string[] = [];
  const certificates = new Map([...bound.keys()].map((id) => [id, 0]));
  for (const name of files.keys()) {
    if (FIXED.has(name) || isOfAttested(name) || isOfMedia(name) || isOfPaths(name)) continue;
    const [, folder, id = ''] = /^(evidence|certificates)\/([^/]+)\.(?:json|pdf|html)$/.exec(name) ?? [];
    const count = certificates.get(id);
    if (folder === 'certificates' && !name.endsWith('.json') && count !== undefined) certificates.set(id, count + 1);
    else if (count === undefined || name !== `evidence/${id}.json`) {
      problems.push(`${name} is of no completion in the audit log`);
    }
  }
  for (const [id, count] of certificates) {
    if (count !== 1) problems.push(`certificates/${id} is there ${count} times`);
  }
  return problems;
}

/** The log has each completion; where its evidence was bound later, that still has to say what the completion said. */
function earlier(events: readonly ChainedEvent[], proofs: readonly Evidence[]): string[] {
  const keyOf = (...parts: (string | number | null)[]) => parts.join(' ');
  const completed = new Map<string, z.infer<typeof Completed> & { at: string }>();
  for (const { action, at, subject, changes } of events) {
    if (action !== 'learner.module_completed') continue;
    const said = Completed.safeParse(changes).data;
    if (said) completed.set(keyOf(said.user_id, subject.id, said.cycle), { ...said, at });
  }
  return proofs.flatMap(({ person, module, completion, revision }) => {
    const said = completed.get(keyOf(person.id, module.id, completion.cycle));
    if (!said) return [`evidence/${completion.enrollment_id}.json is of a completion that the audit log does not have`];
    const { completed_at, started_at, expires_at, score } = completion;
    const isSame =
      (completed_at === said.at || completed_at === started_at) &&
      expires_at === said.expires_at &&
      score === said.score &&
      revision?.number === said.revision;
    return isSame ? [] : [`evidence/${completion.enrollment_id}.json is not what was recorded when it was completed`];
  });
}

function tables(files: Files, proofs: readonly Evidence[]): string[] {
  const expected = new PackTables();
  const order = ({ completion }: Evidence) => `${completion.completed_at} ${completion.enrollment_id}`;
  for (const evidence of proofs.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))) expected.add(evidence);
  return expected.files().flatMap(([name, text]) => {
    const isSame = Buffer.from(text).equals(files.get(name) ?? new Uint8Array(0));
    return isSame ? [] : [`${name} is not what follows from the evidence`];
  });
}

function evidenceIn(file: Uint8Array): Evidence | null {
  try {
    return Evidence.parse(JSON.parse(new TextDecoder().decode(file)));
  } catch {
    return null;
  }
}
