import { createHash, type Hash } from 'node:crypto';
import { MAX_CERTIFICATES_PER_EVIDENCE_PACK, type EvidencePackScope } from '@training/shared/evidence/evidence';
import type { PathEvidence } from '@training/shared/evidence/path-evidence';
import { createZipArchive } from '../../../core/archive.ts';
import { type MediaContext, type KeyringContext, withoutRequestSlot } from '../../../core/context.ts';
import { runAsSystem } from '../../../database/statements/guarded-writes.ts';
import { AppError } from '../../../core/errors.ts';
import { signWithKeyring } from '../../../platform/encryption/signing-key.ts';
import type { ChainedEvent } from '../../audit/chain/chain-hash.ts';
import { streamChainLines } from '../../audit/chain/export-chain.ts';
import { extendAuditChain } from '../../audit/chain/extend-chain.ts';
import { renderCertificateInThread } from '../certificate/render-certificate-in-thread.ts';
import { recordMissingEvidenceOfMany } from '../record-missing-evidence-of-many.ts';
import { MAX_ATTESTED_PER_PACK, readAttestedPackFiles } from './attested-in-pack.ts';
import { isEventAbout, PACK_FORMAT, README, serializePackJson, type Manifest } from './manifest.ts';
import { mediaDigestsOfEvidence, streamPackMediaZipEntries } from './media-in-pack.ts';
import { PATHS_CSV_NAME, readCompletedPaths, toCompletedPathsCsv } from './paths-in-pack.ts';
import { readPackCompletions, countPackContents, findPackCompletions, packParametersOf } from './read-pack.ts';
import { PackCsvTables } from './tables.ts';
import { encodeUtf8, type ZipEntry } from '../../../platform/zip.ts';

type PackContext = KeyringContext & Pick<MediaContext, 'storage'>;

/**
 * Everything that proves the completions of a workspace, a module or a person, as a ZIP: certificates, evidence, who
 * approved what, and the chained audit log (rules/evidence).
 * @param readWithin Milliseconds; a slower download ends early, and its file can't be opened.
 * @throws AppError `module_not_found`, `user_not_found`; 400 where it would hold too much; `busy`
 */
export async function createEvidencePackZip(
  ctx: PackContext,
  scope: EvidencePackScope,
  readWithin?: number,
): Promise<AsyncGenerator<Uint8Array>> {
  const parameters = packParametersOf(ctx, scope);
  const { completions, paths, attested, unknown } = await countPackContents(ctx, parameters);
  if (unknown && scope.module_id) throw new AppError('module_not_found', `There is no module ${scope.module_id}.`);
  if (unknown) throw new AppError('user_not_found', `There is no user ${scope.user_id}.`);
  const certificates = completions + paths;
  if (certificates > MAX_CERTIFICATES_PER_EVIDENCE_PACK) {
    const most = MAX_CERTIFICATES_PER_EVIDENCE_PACK.toLocaleString('en');
    throw new AppError(
      'invalid_request',
      `The pack would hold ${certificates.toLocaleString('en')} certificates, more than the limit of ${most}. Choose fewer days, a module or a person.`,
    );
  }
  if (attested > MAX_ATTESTED_PER_PACK) {
    const words = `The pack would hold ${attested.toLocaleString('en')} attested completions, more than the limit of ${MAX_ATTESTED_PER_PACK.toLocaleString('en')}. Choose fewer days, a module or a person.`;
    throw new AppError('invalid_request', words);
  }
  return createZipArchive(ctx, () => entriesOf(ctx, scope), readWithin);
}

async function* entriesOf(ctx: PackContext, scope: EvidencePackScope): AsyncGenerator<ZipEntry> {
  const { db, workspace, now } = ctx;
  const files: Manifest['files'] = [];
  /** Notes what a file held, once it has been packed. */
  const noted = (entry: ZipEntry): ZipEntry => ({ ...entry, body: hashed(entry, files) });
  const parameters = packParametersOf(ctx, scope);
  const { time_zone } = await countPackContents(ctx, parameters);
  const found = await findPackCompletions(ctx, parameters);
  const unrecorded = found.filter(({ recorded }) => !recorded).map(({ id }) => id);
  await recordMissingEvidenceOfMany(db, workspace, unrecorded);
  // All that was found is bound by an entry up to here, and the log in the pack ends here.
  const audit = await runAsSystem(() => extendAuditChain(db, workspace.id));

  const tables = new PackCsvTables();
  const media = new Set<string>();
  const leftOut: string[] = [];
  let completions = 0;
  const ids = found.map(({ id }) => id);
  for await (const { evidence, language, text, row } of readPackCompletions(ctx, workspace.id, ids, audit.entries)) {
    completions += 1;
    for (const digest of mediaDigestsOfEvidence(evidence)) media.add(digest);
    const { enrollment_id } = evidence.completion;
    yield noted({ name: `evidence/${enrollment_id}.json`, body: [encodeUtf8(text)] });
    const draw = () => renderCertificateInThread(ctx.workspace.id, evidence, language);
    const pdf = await withoutRequestSlot(ctx, draw);
    yield noted({ name: `certificates/${enrollment_id}.pdf`, stored: true, body: [pdf] });
    tables.add(row);
  }
  for (const [name, text] of tables.files()) yield noted({ name, body: [encodeUtf8(text)] });
  const paths: PathEvidence[] = [];
  for await (const { evidence, language, file, text, certificate } of readCompletedPaths(
    ctx,
    parameters,
    audit.entries,
  )) {
    paths.push(evidence);
    yield noted({ name: file, body: [encodeUtf8(text)] });
    const draw = () => renderCertificateInThread(ctx.workspace.id, evidence, language);
    const pdf = await withoutRequestSlot(ctx, draw);
    yield noted({ name: certificate, stored: true, body: [pdf] });
  }
  yield noted({ name: PATHS_CSV_NAME, body: [encodeUtf8(toCompletedPathsCsv(paths))] });
  const { attested, files: ofAttested } = await readAttestedPackFiles(ctx, parameters, audit.entries);
  for (const { name, text } of ofAttested) yield noted({ name, body: [encodeUtf8(text)] });
  for await (const entry of streamPackMediaZipEntries(ctx, media, leftOut)) yield noted(entry);
  const about = scope.module_id ?? scope.user_id;
  const wanted = (event: ChainedEvent) =>
    about === undefined || event.action === 'workspace.created' || isEventAbout(event, about);
  yield noted({ name: 'audit-log.jsonl', body: streamChainLines(ctx, audit.entries, wanted) });
  yield noted({ name: 'README.txt', body: [encodeUtf8(README)] });
  const manifest: Manifest = {
    format: PACK_FORMAT,
    generated_at: now.toISOString(),
    workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name },
    time_zone,
    scope,
    completions,
    paths: paths.length,
    attested,
    media_left_out: leftOut,
    audit,
    files,
  };
  const signed = encodeUtf8(serializePackJson(manifest));
  yield { name: 'manifest.json', body: [signed] };
  yield { name: 'signature.json', body: [encodeUtf8(serializePackJson(signWithKeyring(ctx.ai.keyring, signed)))] };
}

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
