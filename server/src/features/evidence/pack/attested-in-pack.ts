import { CSV_BYTE_ORDER_MARK, toCsvRow } from '@training/shared/csv';
import { AttestedEvidence } from '@training/shared/evidence/attested-evidence';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import type { ChainedEvent } from '../../audit/chain/chain-hash.ts';
import { verifyAndReadBoundFiles, verifyPackTable, type PackFiles, isInPackScope } from './bound-files.ts';
import type { Manifest } from './manifest.ts';
import type { packParametersOf } from './read-pack.ts';

/** The maximum number of attested completions in one pack: each is about 1 KB. */
export const MAX_ATTESTED_PER_PACK = 20_000;

export const ATTESTED_CSV_NAME = 'attested.csv';

const COLUMNS = [
  'attested',
  'person',
  'email',
  'department',
  'course',
  'module',
  'completed_on',
  'expires_on',
  'source',
  'reference',
  'score_as_entered',
  'entered_at',
  'entered_by',
  'document_sha256',
  'withdrawn_at',
  'withdrawn_by',
  'withdrawn_because',
];

function rowOf({ person, module, completion, document, withdrawn }: AttestedEvidence): string[] {
  const { attested_id, completed_on, expires_on, source, reference, score, entered_at, entered_by } = completion;
  return [
    attested_id,
    person.full_name,
    person.email ?? '',
    person.department ?? '',
    module.course,
    module.title,
    completed_on,
    expires_on ?? '',
    source,
    reference ?? '',
    String(score ?? ''),
    entered_at,
    entered_by,
    document?.sha256 ?? '',
    withdrawn?.at ?? '',
    withdrawn?.by ?? '',
    withdrawn?.reason ?? '',
  ];
}

const fileOf = (id: string) => `attested/${id}.json`;

const order = ({ completion }: AttestedEvidence) => `${completion.completed_on} ${completion.attested_id}`;

function tableOf(evidence: readonly AttestedEvidence[]): string {
  const rows = evidence.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)).map((each) => toCsvRow(rowOf(each)));
  return [CSV_BYTE_ORDER_MARK, toCsvRow(COLUMNS), ...rows].join('');
}

/** The newest evidence of each that the audit log binds by its entry `:entries`. */
const READ = defineStatement({
  name: 'read-attested-of-pack',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: z.strictObject({ text: z.string() }),
  sql: `
select v.evidence as text
from attested_completions a
cross join lateral (
  select v.evidence from attested_evidence v
  join audit_chain c on c.workspace_id = :workspaceId and c.event_at = v.event_at and c.event_id = v.event_id
    and c.position <= :entries::bigint
  where v.workspace_id = :workspaceId and v.attested_id = a.id order by v.number desc limit 1) v
where a.workspace_id = :workspaceId and (:moduleId::uuid is null or a.module_id = :moduleId)
  and (:userId::uuid is null or a.user_id = :userId) and (:from::date is null or a.completed_on >= :from::date)
  and (:to::date is null or a.completed_on <= :to::date)
order by a.id limit :limit`,
});

/** Returns the files of the attested completions of a pack, and their number. */
export async function readAttestedPackFiles(
  { db }: Pick<Context, 'db'>,
  parameters: ReturnType<typeof packParametersOf>,
  entries: number,
): Promise<{ attested: number; files: { name: string; text: string }[] }> {
  const texts = await READ.all(db.pool, { ...parameters, entries, limit: MAX_ATTESTED_PER_PACK });
  const found = texts.map(({ text }) => ({ text, evidence: AttestedEvidence.parse(JSON.parse(text)) }));
  const files = found.map(({ text, evidence }) => ({ name: fileOf(evidence.completion.attested_id), text }));
  const table = tableOf(found.map(({ evidence }) => evidence));
  return { attested: found.length, files: [...files, { name: ATTESTED_CSV_NAME, text: table }] };
}

const ACTIONS = new Set([
  'learner.completion_attested',
  'learner.attestation_documented',
  'learner.attestation_withdrawn',
]);

/** What an event says that binds the evidence of an attested completion. */
const Binding = z.looseObject({
  attested_id: z.string(),
  user_id: z.string(),
  completed_on: z.string(),
  evidence_sha256: z.string(),
});

/** Returns true if a file belongs to the attested completions of a pack. */
export const isAttestedFile = (name: string): boolean => name === ATTESTED_CSV_NAME || name.startsWith('attested/');

/**
 * Checks the attested completions of a pack against the events of its log: for each that it is about, there is one
 * file, with the very bytes that the newest event about it binds; and the table follows from them.
 */
export function verifyAttestedCompletions(
  { scope, attested }: Manifest,
  files: PackFiles,
  events: readonly ChainedEvent[],
): string[] {
  const bound = new Map<string, string>();
  for (const { action, subject, changes } of events) {
    const binding = ACTIONS.has(action) ? Binding.safeParse(changes).data : undefined;
    if (!binding) continue;
    const { attested_id, user_id: userId, completed_on: day, evidence_sha256 } = binding;
    if (isInPackScope(scope, { moduleId: subject.id, userId, day })) bound.set(attested_id, evidence_sha256);
  }
  const isOf = ({ completion }: AttestedEvidence, id: string) => completion.attested_id === id;
  const { problems, evidence } = verifyAndReadBoundFiles(files, bound, fileOf, AttestedEvidence, isOf);
  const own = new Set([ATTESTED_CSV_NAME, ...[...bound.keys()].map(fileOf)]);
  for (const name of files.keys()) {
    if (isAttestedFile(name) && !own.has(name)) problems.push(`${name} is of no attested completion in the audit log`);
  }
  if (attested !== bound.size) problems.push('manifest.json names another number of attested completions');
  return [...problems, ...verifyPackTable(files, ATTESTED_CSV_NAME, tableOf(evidence))];
}
