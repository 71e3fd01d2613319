import { z } from 'zod';
import { type Context, type MediaContext, withoutRequestSlot } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { encodeUtf8, type ZipEntry } from '../../platform/zip.ts';
import { ATTESTED_DOCUMENT_STORE, fileExtensionOf } from '../attested/documents.ts';
import { readCertificateFile } from '../evidence/evidence-downloads.ts';
import { readPathCertificateFile } from '../evidence/path-certificate.ts';
import { streamMediaZipEntries } from '../media/stored-media.ts';
import { RECORDING_STORE } from '../recordings/stored-recording.ts';

export type ExportContext = Context & Pick<MediaContext, 'storage'>;

/** Files of a person by kind and id: of completed cycles and paths, answers, past training, and media of questions. */
const LIST_FILES = defineStatement({
  name: 'list-files-of-person',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: z.strictObject({
    kind: z.enum(['certificate', 'path', 'recording', 'document', 'media', 'picture']),
    id: z.string(),
    media_type: z.string(),
    size: z.number(),
  }),
  sql: `
select 'certificate' as kind, e.id::text, 'application/pdf' as media_type, 0 as size from enrollments e
where e.workspace_id = :workspaceId and e.user_id = :personId::uuid and e.completed_at is not null
union all
select 'path', x.id::text, 'application/pdf', 0 from path_completions x
where x.workspace_id = :workspaceId and x.user_id = :personId::uuid
union all
select 'recording', r.id::text, r.media_type, r.size from recordings r
where r.workspace_id = :workspaceId and r.user_id = :personId::uuid and r.state = 'stored'
union all
select 'document', f.id::text, f.media_type, f.size from attested_completions c
join attested_files f on f.workspace_id = :workspaceId and f.id = c.file_id and f.state = 'stored'
where c.workspace_id = :workspaceId and c.user_id = :personId::uuid
union all
select 'picture', u.picture, '', 0 from users u
where u.workspace_id = :workspaceId and u.id = :personId::uuid and u.picture is not null
union
select 'media', jsonb_path_query(v.evidence::jsonb,
  '$.attempt.answers[*].question.media[*].keyvalue() ? (@.key == "digest" || @.key == "captions").value') #>> '{}', '', 0
from enrollments e
join completion_evidence v on v.workspace_id = :workspaceId and v.enrollment_id = e.id
where e.workspace_id = :workspaceId and e.user_id = :personId::uuid
order by kind, id`,
});

/**
 * Yields the certificates, recordings and documents of a person, and media of the questions that they answered; leaves
 * out what the storage doesn't have as a whole.
 */
export async function* exportFiles(ctx: ExportContext, personId: string): AsyncGenerator<ZipEntry> {
  const { db, workspace } = ctx;
  for (const { kind, id, media_type, size } of await LIST_FILES.all(db.pool, { workspaceId: workspace.id, personId })) {
    const key = { workspaceId: workspace.id, id };
    if (kind === 'certificate') {
      const certificate = await ifProved(ctx, (all) => readCertificateFile(all, id));
      if (certificate) yield { name: `certificates/${certificate.name}`, stored: true, body: [certificate.pdf] };
    } else if (kind === 'path') {
      const pdf = await ifProved(ctx, (all) => readPathCertificateFile(all, id));
      if (pdf) yield { name: `certificates/certificate-${id}.pdf`, stored: true, body: [pdf] };
    } else if (kind === 'media') {
      yield* streamMediaZipEntries(ctx, [id]);
    } else if (kind === 'picture') {
      for await (const entry of streamMediaZipEntries(ctx, [id])) yield { ...entry, name: 'picture.webp' };
    } else {
      const isRecording = kind === 'recording';
      const stored = isRecording ? RECORDING_STORE : ATTESTED_DOCUMENT_STORE;
      if (!(await stored.isWhole(ctx, key, size))) continue;
      const name = isRecording
        ? `recordings/${id}.${soundOf(media_type)}`
        : `documents/${id}.${fileExtensionOf(media_type)}`;
      yield { name, stored: true, body: stored.read(ctx, key, { start: 0, end: size }) };
    }
  }
}

const soundOf = (mediaType: string) => /^(?:audio|video)\/([a-z0-9]+)/.exec(mediaType)?.[1] ?? 'bin';

/** Returns what is read of a certificate; undefined if the audit log doesn't prove it. */
async function ifProved<Certificate>(ctx: Context, read: (all: Context) => Promise<Certificate>) {
  const readAll = () => read({ ...ctx, reach: 'workspace' });
  try {
    return await withoutRequestSlot(ctx, readAll);
  } catch (error) {
    if (error instanceof AppError && error.code === 'completion_not_found') return undefined;
    throw error;
  }
}

/** Sign-in data of a person, which belongs to the installation and not to one workspace. */
const READ_SIGN_IN = defineStatement({
  name: 'export-sign-in-of-person',
  scope: 'global',
  unprepared: true,
  row: z.strictObject({ sessions: z.array(z.unknown()), passkeys: z.array(z.unknown()) }),
  sql: `
select coalesce((
    select json_agg(json_build_object('created_at', s.created_at, 'expires_at', s.expires_at,
      'single_sign_on', s.single_sign_on, 'pin', s.person_id is not null) order by s.created_at)
    from directory.auth_sessions s where s.person_id = :personId::uuid or s.user_id in (
      select i.id from directory.identities i where i.email = :email)), '[]') as sessions, coalesce((
    select json_agg(json_build_object('name', k.name, 'created_at', k.created_at, 'last_used_at', k.last_used_at)
      order by k.created_at)
    from directory.passkeys k join directory.identities i on i.id = k.identity_id where i.email = :email), '[]') as passkeys`,
});

/** Yields the sessions and passkeys of a person, and of the identity with their e-mail address. */
export async function* exportPersonSignInData(
  { db }: Context,
  personId: string,
  email: string | null,
): AsyncGenerator<ZipEntry> {
  const found = await READ_SIGN_IN.one(db.pool, { personId, email });
  yield { name: 'sign-in.json', body: [encodeUtf8(`${JSON.stringify(found, null, 2)}\n`)] };
}
