import { z } from 'zod';
import { contractMessage } from '#contract';
import {
  Count,
  Email,
  ExternalId,
  Id,
  labelSchema,
  PageLimit,
  LocalDay,
  PageOffset,
  NullableRatio,
  Timestamp,
} from '../primitives.ts';
import { Problem } from '../problem.ts';

/** The maximum number of completions in one request. */
export const MAX_ATTESTED_PER_REQUEST = 500;

/** The earliest day that counts as no slip of the keyboard. */
const EARLIEST = '1950-01-01';

const Source = labelSchema(200).describe('Where the training took place, or the system that has its record.');

/** A completion from before, or from elsewhere (rules/attested 1). */
export const PastCompletionInput = z
  .strictObject({
    email: Email.describe('The person; or `external_id` names them. Of both, each has to be theirs.').optional(),
    external_id: ExternalId.describe('The person’s number.').optional(),
    module: labelSchema(200).describe('The id of a published module, or its whole title in any case.'),
    completed_on: LocalDay.refine((day) => day >= EARLIEST, { error: () => contractMessage('notBefore1950') }).describe(
      'The day in the workspace’s time zone, from 1950 to today.',
    ),
    source: Source,
    reference: labelSchema(200).describe('Such as the number of a certificate.').optional(),
    score: z.number().min(0).max(1).describe('0 to 1; shown, and never counted.').optional(),
    file_id: Id.describe('A document uploaded before, for this entry alone.').optional(),
  })
  .refine(({ email, external_id }) => email !== undefined || external_id !== undefined, {
    path: ['email'],
    error: () => contractMessage('emailOrExternalId'),
  })
  .meta({ id: 'PastCompletion' });
export type PastCompletionInput = z.infer<typeof PastCompletionInput>;

/** Each row is checked by itself, so a wrong one is refused alone. */
export const AttestCompletions = z.strictObject({
  completions: z
    .array(
      z
        .custom<z.input<typeof PastCompletionInput>>()
        .meta({ override: { $ref: '#/components/schemas/PastCompletion' } }),
    )
    .min(1)
    .max(MAX_ATTESTED_PER_REQUEST)
    .describe('In any order.'),
  preview: z.boolean().default(false).describe('The same checks and answer, and nothing written.'),
});
export type AttestCompletions = z.infer<typeof AttestCompletions>;

export const AttestedCompletionEffect = z
  .enum(['counted', 'history', 'unchanged'])
  .describe(
    '`counted`: now the person’s completion. `history`: stored, while a newer or longer one counts. `unchanged`: already entered.',
  );
export type AttestedCompletionEffect = z.infer<typeof AttestedCompletionEffect>;

const index = Count.describe('Which of the completions sent, from 0.');

export const AcceptedCompletionResult = z
  .strictObject({
    index,
    status: z.union([z.literal(200), z.literal(201)]).describe('201 where it was new.'),
    id: Id.nullable().describe('null in a preview of a new one.'),
    result: AttestedCompletionEffect,
  })
  .meta({ id: 'Attested' });

export const RefusedCompletionResult = z
  .strictObject({ index, status: z.int().min(400).max(599), problem: Problem })
  .meta({ id: 'AttestRefused' });

export const AttestCompletionsResponse = z
  .strictObject({
    results: z
      .array(z.union([AcceptedCompletionResult, RefusedCompletionResult]))
      .describe('One for each completion, in the order sent.'),
    counts: z
      .strictObject({ counted: Count, history: Count, unchanged: Count, refused: Count })
      .describe('How many completions have each result.'),
  })
  .meta({ id: 'AttestedCompletions' });
export type AttestCompletionsResponse = z.infer<typeof AttestCompletionsResponse>;

/** Describes an attested completion next to the training that it completes. */
export const AttestationDetails = z.strictObject({
  id: Id,
  completed_on: LocalDay,
  source: z.string(),
  reference: z.string().nullable(),
  score: NullableRatio,
});
export type AttestationDetails = z.infer<typeof AttestationDetails>;

const AttestedFile = z.strictObject({ id: Id, media_type: z.string(), bytes: z.int(), sha256: z.string() });

/** An entry of the list of past training. */
export const AttestedCompletionEntry = AttestationDetails.extend({
  user_id: Id,
  full_name: z.string(),
  email: z.string().nullable(),
  external_id: z.string().nullable(),
  module_id: Id,
  module: z.string(),
  expires_at: Timestamp.nullable(),
  entered_at: Timestamp,
  entered_by: z.string(),
  counts: z.boolean().describe('False where another completion counts, or it was withdrawn.'),
  file: AttestedFile.nullable(),
  withdrawn: z.strictObject({ at: Timestamp, by: z.string(), reason: z.string() }).nullable(),
});
export type AttestedCompletionEntry = z.infer<typeof AttestedCompletionEntry>;

export const ListAttestedCompletions = z.strictObject({
  user_id: Id.optional(),
  search: z.string().trim().max(200).optional().describe('Part of a name, an e-mail, a module or a source.'),
  limit: PageLimit.default(50),
  offset: PageOffset.default(0),
});
export type ListAttestedCompletions = z.infer<typeof ListAttestedCompletions>;

export const AttestedCompletionPage = z.strictObject({ entries: z.array(AttestedCompletionEntry), total: Count });
export type AttestedCompletionPage = z.infer<typeof AttestedCompletionPage>;

export const WithdrawAttestedCompletion = z.strictObject({ id: Id, reason: labelSchema(500) });
export type WithdrawAttestedCompletion = z.infer<typeof WithdrawAttestedCompletion>;

/** A document that was uploaded, and belongs to no completion yet. */
export const UploadedAttestationDocument = AttestedFile;
export type UploadedAttestationDocument = z.infer<typeof UploadedAttestationDocument>;

export const AddAttestationDocument = z.strictObject({ id: Id, file_id: Id });
export type AddAttestationDocument = z.infer<typeof AddAttestationDocument>;

/** The maximum size of a document in bytes. */
export const MAX_ATTESTATION_DOCUMENT_BYTES = 10 * 1024 * 1024;
