import { CSV_BYTE_ORDER_MARK, toCsvRow } from '@training/shared/csv';
import { PathEvidence } from '@training/shared/evidence/path-evidence';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import type { ChainedEvent } from '../../audit/chain/chain-hash.ts';
import { LEARNER_LANGUAGE_SQL } from '../evidence-sql.ts';
import { verifyAndReadBoundFiles, verifyPackTable, type PackFiles, isInPackScope } from './bound-files.ts';
import { dayFormatterIn, type Manifest } from './manifest.ts';
import type { packParametersOf } from './read-pack.ts';

export const PATHS_CSV_NAME = 'paths.csv';

const PAGE = 50;

const COLUMNS = [
  'certificate',
  'person',
  'email',
  'department',
  'path',
  'version',
  'completed_at',
  'expires_at',
  'modules',
  'excused',
];

function rowOf({ person, path, completion, modules }: PathEvidence): string[] {
  return [
    completion.path_completion_id,
    person.full_name,
    person.email ?? '',
    person.department ?? '',
    path.title,
    String(path.version),
    completion.completed_at,
    completion.expires_at ?? '',
    String(modules.length),
    String(modules.filter(({ state }) => state === 'excused').length),
  ];
}

const evidenceOf = (id: string) => `paths/${id}.json`;
const certificateOf = (id: string) => `paths/${id}.pdf`;

/** Returns the table of completed paths, by the ids of their completions. */
export function toCompletedPathsCsv(evidence: readonly PathEvidence[]): string {
  const order = ({ completion }: PathEvidence) => completion.path_completion_id;
  const rows = evidence.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)).map((each) => toCsvRow(rowOf(each)));
  return [CSV_BYTE_ORDER_MARK, toCsvRow(COLUMNS), ...rows].join('');
}

const Row = z.strictObject({ id: z.uuid(), text: z.string(), language: z.string() });

/** Completed paths that the audit log binds by its entry `:entries`. A pack of a module has none. */
const READ = defineStatement({
  name: 'read-paths-of-pack',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: Row,
  sql: `
select x.id, x.evidence as text, ${LEARNER_LANGUAGE_SQL} as language
from path_completions x
join workspaces w on w.id = :workspaceId::uuid
join users u on u.workspace_id = :workspaceId and u.id = x.user_id
join audit_chain c on c.workspace_id = :workspaceId and c.event_at = x.event_at and c.event_id = x.event_id
  and c.position <= :entries::bigint
where x.workspace_id = :workspaceId and :moduleId::uuid is null and (:userId::uuid is null or x.user_id = :userId)
  and (:from::date is null or x.completed_at >= start_of_day(:from::date, w.time_zone))
  and (:to::date is null or x.completed_at < start_of_day(:to::date + 1, w.time_zone))
  and (:after::uuid is null or x.id > :after)
order by x.id limit ${PAGE}`,
});

type PackedPath = { evidence: PathEvidence; language: string; file: string; text: string; certificate: string };

/** Yields the completed paths of a pack with the names of their files, page by page. */
export async function* readCompletedPaths(
  { db }: Pick<Context, 'db'>,
  parameters: ReturnType<typeof packParametersOf>,
  entries: number,
): AsyncGenerator<PackedPath> {
  let after: string | null = null;
  do {
    const page: z.infer<typeof Row>[] = await READ.all(db.pool, { ...parameters, entries, after });
    for (const { id, text, language } of page) {
      const evidence = PathEvidence.parse(JSON.parse(text));
      yield { evidence, language, file: evidenceOf(id), text, certificate: certificateOf(id) };
    }
    after = page.length < PAGE ? null : (page.at(-1)?.id ?? null);
  } while (after !== null);
}

/** What an event says that binds the evidence of a completed path. */
const Binding = z.looseObject({
  path_completion_id: z.string(),
  user_id: z.string(),
  completed_at: z.iso.datetime(),
  evidence_sha256: z.string(),
});

/** What an event says that binds the evidence of anything. */
const Bound = z.looseObject({ evidence_sha256: z.string() });

export const isCompletedPathFile = (name: string): boolean => name === PATHS_CSV_NAME || name.startsWith('paths/');

/**
 * Checks the completed paths of a pack against the events of its log: for each that it is about there is one file, with
 * the very bytes that its event binds, and one certificate; what it names as proof is bound, too; the table follows.
 */
export function verifyCompletedPaths(
  { scope, paths, time_zone }: Manifest,
  files: PackFiles,
  events: readonly ChainedEvent[],
): string[] {
  const day = dayFormatterIn(time_zone);
  // Said by `verifyCompletions`.
  if (!day) return [];
  const bound = new Map<string, string>();
  const proofs = new Set<string>();
  for (const { action, changes } of events) {
    const proof = Bound.safeParse(changes).data;
    if (proof) proofs.add(proof.evidence_sha256);
    const binding = action === 'learner.path_completed' ? Binding.safeParse(changes).data : undefined;
    if (!binding) continue;
    const { path_completion_id, user_id: userId, completed_at, evidence_sha256 } = binding;
    const on = { moduleId: null, userId, day: day.format(new Date(completed_at)) };
    if (isInPackScope(scope, on)) bound.set(path_completion_id, evidence_sha256);
  }
  const isOf = ({ completion }: PathEvidence, id: string) => completion.path_completion_id === id;
  const { problems, evidence } = verifyAndReadBoundFiles(files, bound, evidenceOf, PathEvidence, isOf);
  const ids = [...bound.keys()];
  const certificates = ids.map(certificateOf);
  problems.push(...certificates.filter((name) => !files.has(name)).map((name) => `${name} is missing`));
  const own = new Set([PATHS_CSV_NAME, ...ids.map(evidenceOf), ...certificates]);
  for (const name of files.keys()) {
    if (isCompletedPathFile(name) && !own.has(name)) problems.push(`${name} is of no completed path in the audit log`);
  }
  for (const { completion, modules } of evidence) {
    const isProved = modules.every(({ evidence_sha256: sha256 }) => sha256 === null || proofs.has(sha256));
    if (!isProved) problems.push(`${evidenceOf(completion.path_completion_id)} names proof that the audit log lacks`);
  }
  if (paths !== bound.size) problems.push('manifest.json names another number of completed paths');
  return [...problems, ...verifyPackTable(files, PATHS_CSV_NAME, toCompletedPathsCsv(evidence))];
}
