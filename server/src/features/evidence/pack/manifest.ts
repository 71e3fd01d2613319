import { EvidencePackScope } from '@training/shared/evidence/evidence';
import { z } from 'zod';
import { SigningPublicKey } from '../../../platform/encryption/signing-key.ts';
import type { ChainedEvent } from '../../audit/chain/chain-hash.ts';

export const PACK_FORMAT = 'evidence-pack-5';

/** Manifest of a pack: its other files with their hashes, and where the audit log ended. */
export const Manifest = z.strictObject({
  format: z.literal(PACK_FORMAT),
  generated_at: z.iso.datetime(),
  workspace: z.strictObject({ id: z.string(), slug: z.string(), name: z.string() }),
  time_zone: z.string().describe('Whose days the scope names.'),
  scope: EvidencePackScope,
  completions: z.int(),
  paths: z.int().describe('Completed paths.'),
  attested: z.int().describe('Attested completions.'),
  media_left_out: z.array(z.string()).describe('Digests of media of questions that were lost or had no room.'),
  audit: z.strictObject({ entries: z.int(), head: z.string().nullable() }),
  files: z.array(z.strictObject({ name: z.string(), bytes: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

/** Signature of the bytes of `manifest.json`. It is the last file of a pack. */
export const Signature = z.strictObject({
  key: SigningPublicKey.strict(),
  signature: z.base64url(),
});
export type Signature = z.infer<typeof Signature>;

/**
 * Serializes to the only spelling that is accepted: of a duplicate key, one program would read the first value and
 * another the last.
 */
export const serializePackJson = (value: Manifest | Signature): string => JSON.stringify(value, null, 2);

/** What an event names besides its subject: the learner and the module of a completion, or of a grade. */
const Named = z.looseObject({ user_id: z.unknown().optional(), module_id: z.unknown().optional() });

/** Returns true if a pack of this module or person shows the event in full. */
export function isEventAbout({ subject, actor, changes }: ChainedEvent, id: string): boolean {
  if (subject.id === id || actor.id === id) return true;
  const named = Named.safeParse(changes).data;
  return named?.user_id === id || named?.module_id === id;
}

/** Returns a formatter that writes a time as its day in the time zone; undefined if the zone isn't known here. */
export function dayFormatterIn(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  } catch {
    return undefined;
  }
}

/** Text of the pack's README. It belongs to the format: another text needs another format. */
export const README = `EVIDENCE PACK

certificates/     one PDF for each completion
evidence/         the same as data: the content that was learnt by its hash, who approved it, the answers, the grades
media/            pictures, sound and film that answered questions showed, each named by its SHA-256, as the questions name it
completions.csv   all completions in one table
paths/            completed paths: one PDF and one file of data for each; not in a pack of a module
paths.csv         all of them in one table
attested/         past training that someone attested: nothing of it was proved here. One file of data for each
attested.csv      all of it in one table
approvals.csv     who approved the content that was learnt
audit-log.jsonl   the audit log as a chain: each entry's hash is over the one before, so that none can be changed or left out.
                  Entries that are about something else than this pack stand here by their hash alone.
manifest.json     the SHA-256 of every file, and the last hash of the chain. Keep it: it proves later what was here today.
signature.json    the installation's Ed25519 signature of manifest.json, and its public key. The installation publishes its keys at
                  /.well-known/evidence-keys.json: keep that, or the key's id ("kid"), from a day on which you trusted it.

The completion of each evidence file is in the audit log, with the file's SHA-256; the tables follow from the evidence.
So is each file of past training and of a completed path, which names the evidence of its modules by SHA-256.

To check the pack, without the service: wtp audit verify --pack FILE --key KID --head HASH
--key is the key that has to have signed it, or the file of keys; --head is the head of an earlier pack or check.
`;
