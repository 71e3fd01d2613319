import { CompletionEvidenceDocument } from '@training/shared/evidence/evidence';
import { z } from 'zod';
import type { ChainedEvent } from '../../audit/chain/chain-hash.ts';
import { isAttestedFile } from './attested-in-pack.ts';
import { verifyAndReadBoundFiles, verifyPackTable, type PackFiles, isInPackScope } from './bound-files.ts';
import { isMediaFile } from './media-in-pack.ts';
import { dayFormatterIn, type Manifest } from './manifest.ts';
import { isCompletedPathFile } from './paths-in-pack.ts';
import { PackCsvTables } from './tables.ts';

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

const evidenceOf = (id: string) => `evidence/${id}.json`;

const FIXED = ['completions.csv', 'approvals.csv', 'audit-log.jsonl', 'README.txt', 'manifest.json', 'signature.json'];

/**
 * Recomputes the completions of a pack from the events of its log: for each one that it is about there is one file of
 * evidence, with the very bytes that the newest event about it binds, and one certificate; and the tables follow from
 * the evidence.
 */
export function verifyCompletions(manifest: Manifest, files: PackFiles, events: readonly ChainedEvent[]): string[] {
  const day = dayFormatterIn(manifest.time_zone);
  if (!day) return [`manifest.json names a time zone that is not known here: ${manifest.time_zone}`];
  const { bound, completedAt } = boundIn(manifest, events, day);
  const isOf = ({ completion }: CompletionEvidenceDocument, id: string) =>
    completion.enrollment_id === id && completion.completed_at === completedAt.get(id);
  const { problems, evidence: proofs } = verifyAndReadBoundFiles(
    files,
    bound,
    evidenceOf,
    CompletionEvidenceDocument,
    isOf,
  );
  if (manifest.completions !== bound.size) problems.push('manifest.json names another number of completions');
  problems.push(...foreign(files, bound), ...earlier(events, proofs), ...tables(files, proofs));
  return problems;
}

/** The completions that the pack is about, with what binds each: the newest event about it. */
function boundIn({ scope }: Manifest, events: readonly ChainedEvent[], day: Intl.DateTimeFormat) {
  const bound = new Map<string, string>();
  const completedAt = new Map<string, string>();
  for (const { action, subject, changes } of events) {
    if (action !== 'learner.module_completed' && action !== 'learner.evidence_recorded') continue;
    const binding = Binding.safeParse(changes).data;
    if (!binding) continue;
    const { enrollment_id, user_id: userId, completed_at, evidence_sha256 } = binding;
    if (!isInPackScope(scope, { moduleId: subject.id, userId, day: day.format(new Date(completed_at)) })) continue;
    bound.set(enrollment_id, evidence_sha256);
    completedAt.set(enrollment_id, completed_at);
  }
  return { bound, completedAt };
}

/** Files that no completion of the pack has, and completions without their certificate. */
function foreign(files: PackFiles, bound: ReadonlyMap<string, string>): string[] {
  const ids = [...bound.keys()];
  const certificates = ids.map((id) => `certificates/${id}.pdf`);
  const own = new Set([...FIXED, ...ids.map(evidenceOf), ...certificates]);
  const isOwn = (name: string) =>
    own.has(name) || isAttestedFile(name) || isMediaFile(name) || isCompletedPathFile(name);
  return [
    ...[...files.keys()].filter((name) => !isOwn(name)).map((name) => `${name} is of no completion in the audit log`),
    ...certificates.filter((name) => !files.has(name)).map((name) => `${name} is missing`),
  ];
}

/** The log has each completion; where its evidence was bound later, that still has to say what the completion said. */
function earlier(events: readonly ChainedEvent[], proofs: readonly CompletionEvidenceDocument[]): string[] {
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

function tables(files: PackFiles, proofs: readonly CompletionEvidenceDocument[]): string[] {
  const expected = new PackCsvTables();
  const order = ({ completion }: CompletionEvidenceDocument) =>
    `${completion.completed_at} ${completion.enrollment_id}`;
  for (const evidence of proofs.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))) expected.add(evidence);
  return expected.files().flatMap(([name, text]) => verifyPackTable(files, name, text));
}
