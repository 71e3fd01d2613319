import { createHash, type Hash } from 'node:crypto';
import { CSV_START, csvRow } from '@training/shared/csv';
import { MOST_CERTIFICATES, type Evidence, type EvidencePackScope } from '@training/shared/evidence';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { ChainedEvent } from '../../audit/chain/chain-hash.ts';
import { chainLines } from '../../audit/chain/export-chain.ts';
import { certificatePage } from '../certificate/certificate-page.ts';
import { certificatePdf } from '../certificate/certificate-pdf.ts';
import { PACK_FORMAT, type Manifest } from './manifest.ts';
import { completionsOf, countCompletions, packParameters } from './read-pack.ts';
import { zipped, type ZipEntry } from './zip.ts';

/** Packs that an instance makes at a time, one of a workspace: each draws its certificates one after the other. */
const MOST_AT_ONCE = 2;
/** How long, in milliseconds, somebody may take for one: others wait for its place. */
const READ_WITHIN = 30 * 60_000;
const underWay = new Set<string>();

/**
 * Everything that proves the completions of a workspace, a module or a person, as a ZIP: certificates, evidence, who
 * approved what, and the chained audit log (rules/evidence).
 * @param readWithin In milliseconds; whoever takes longer gets no end, and so a file that cannot be opened.
 * @throws AppError `module_not_found`, `user_not_found`; 400 where it would hold too much; `busy`
 */
export async function evidencePack(
  ctx: Context,
  scope: EvidencePackScope,
  readWithin = READ_WITHIN,
): Promise<AsyncGenerator<Uint8Array>> {
  const parameters = packParameters(ctx, scope);
  const { completions, unknown } = await countCompletions(ctx, parameters);
  if (unknown && scope.module_id) throw new AppError('module_not_found', `There is no module ${scope.module_id}.`);
  if (unknown) throw new AppError('user_not_found', `There is no user ${scope.user_id}.`);
  if (completions > MOST_CERTIFICATES) {
    const most = MOST_CERTIFICATES.toLocaleString('en');
    throw new AppError(
      'invalid_request',
      `The pack would hold ${completions.toLocaleString('en')} certificates, more than the limit of ${most}. Choose fewer days, a module or a person.`,
    );
  }
  if (underWay.has(ctx.workspace.id) || underWay.size >= MOST_AT_ONCE) {
    throw new AppError('busy', 'Other evidence packs are being created. Try again in a minute.', {
      headers: { 'retry-after': '60' },
    });
  }
  const pack = pieces(ctx, scope, readWithin);
  // Takes its place at once, and not when somebody begins to read.
  await pack.next();
  return pack;
}

async function* pieces(ctx: Context, scope: EvidencePackScope, readWithin: number): AsyncGenerator<Uint8Array> {
  underWay.add(ctx.workspace.id);
  const until = performance.now() + readWithin;
  try {
    yield new Uint8Array(0);
    for await (const piece of zipped(entriesOf(ctx, scope), ctx.now)) {
      yield piece;
      if (performance.now() > until) {
        throw new AppError('busy', 'The pack was downloaded too slowly. Choose fewer days, a module or a person.');
      }
    }
  } finally {
    underWay.delete(ctx.workspace.id);
  }
}

async function* entriesOf(ctx: Context, scope: EvidencePackScope): AsyncGenerator<ZipEntry> {
  const { workspace, now } = ctx;
  const files: Manifest['files'] = [];
  /** Notes what a file held, once it has been packed. */
  const noted = (entry: ZipEntry): ZipEntry => ({ ...entry, body: hashed(entry, files) });
  const parameters = packParameters(ctx, scope);

  const rows: string[] = [CSV_START, csvRow(COLUMNS)];
  const approvals: string[] = [CSV_START, csvRow(APPROVAL_COLUMNS)];
  const approvedRevisions = new Set<string>();
  let completions = 0;
  for await (const evidence of completionsOf(ctx, parameters)) {
    completions += 1;
    const { enrollment_id } = evidence.completion;
    yield noted({ name: `evidence/${enrollment_id}.json`, body: [bytes(JSON.stringify(evidence))] });
    const draw = () => certificatePdf(ctx.workspace.id, evidence);
    const pdf = await (ctx.outside?.(draw) ?? draw());
    yield noted(
      pdf
        ? { name: `certificates/${enrollment_id}.pdf`, stored: true, body: [pdf] }
        : { name: `certificates/${enrollment_id}.html`, body: [bytes(certificatePage(evidence))] },
    );
    rows.push(csvRow(completionRow(evidence)));
    const { revision } = evidence;
    if (revision && !approvedRevisions.has(revision.id)) {
      approvedRevisions.add(revision.id);
      approvals.push(...approvalRows(evidence).map(csvRow));
    }
  }
  yield noted({ name: 'completions.csv', body: rows.map(bytes) });
  yield noted({ name: 'approvals.csv', body: approvals.map(bytes) });
  const about = scope.module_id ?? scope.user_id;
  const chain = chainLines(ctx, (event) => about === undefined || concerns(event, about));
  yield noted({ name: 'audit-log.jsonl', body: chain.lines });
  yield noted({ name: 'README.txt', body: [bytes(README)] });
  const manifest: Manifest = {
    format: PACK_FORMAT,
    generated_at: now.toISOString(),
    workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name },
    scope,
    completions,
    audit: chain.head(),
    files,
  };
  yield { name: 'manifest.json', body: [bytes(JSON.stringify(manifest, null, 2))] };
}

/** What an event names besides its subject: the learner and the module of a completion, or of a grade. */
const Named = z.looseObject({ user_id: z.unknown().optional(), module_id: z.unknown().optional() });

function concerns({ subject, actor, changes }: ChainedEvent, id: string): boolean {
  if (subject.id === id || actor.id === id) return true;
  const named = Named.safeParse(changes).data;
  return named?.user_id === id || named?.module_id === id;
}

const bytes = (text: string) => new TextEncoder().encode(text);

async function* hashed({ name, body }: ZipEntry, files: Manifest['files']): AsyncGenerator<Uint8Array> {
  const hash: Hash = createHash('sha256');
  let size = 0;
  for await (const piece of body) {
    hash.update(piece);
    size += piece.length;
    yield piece;
  }
  files.push({ name, bytes: size, sha256: hash.digest('hex') });
}

const COLUMNS = [
  'certificate',
  'person',
  'email',
  'department',
  'course',
  'module',
  'revision',
  'cycle',
  'assigned_at',
  'due_on',
  'completed_at',
  'expires_on',
  'score',
  'attempts',
];

function completionRow({ person, module, revision, completion }: Evidence): string[] {
  const { enrollment_id, cycle, assigned_at, due_on, completed_at, expires_on, score, attempts } = completion;
  return [
    enrollment_id,
    person.full_name,
    person.email,
    person.department ?? '',
    module.course,
    revision?.title ?? module.title,
    String(revision?.number ?? ''),
    String(cycle),
    assigned_at,
    due_on ?? '',
    completed_at,
    expires_on ?? '',
    String(score ?? ''),
    String(attempts),
  ];
}

const APPROVAL_COLUMNS = ['module', 'revision', 'section', 'approved_by', 'approved_at', 'content_sha256'];

function approvalRows({ revision }: Evidence): string[][] {
  if (!revision) return [];
  return revision.approvals.map(({ section, by, at, content_hash }) => [
    revision.title,
    String(revision.number),
    section,
    by,
    at,
    content_hash,
  ]);
}

const README = `EVIDENCE PACK

certificates/     one for each completion: PDF, or a page to print where a name is in a script that the PDF has no letters for
evidence/         the same as data: the content that was learnt by its hash, who approved it, the answers, the grades
completions.csv   all completions in one table
approvals.csv     who approved the content that was learnt
audit-log.jsonl   the audit log as a chain: each entry's hash is over the one before, so that none can be changed or left out.
                  Entries that are about something else than this pack stand here by their hash alone.
manifest.json     the SHA-256 of every file, and the last hash of the chain. Keep it: it proves later what was here today.

To check the pack, without the service: wtp audit verify --pack FILE
`;
