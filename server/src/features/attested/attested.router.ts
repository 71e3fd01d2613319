import {
  AddAttestationDocument,
  AttestCompletions,
  AttestCompletionsResponse,
  AttestedCompletionPage,
  MAX_ATTESTATION_DOCUMENT_BYTES,
  ListAttestedCompletions,
  MAX_ATTESTED_PER_REQUEST,
  UploadedAttestationDocument,
  WithdrawAttestedCompletion,
} from '@training/shared/attested/attested';
import { Id } from '@training/shared/primitives';
import { octetInputParser } from '@trpc/server/http';
import { z } from 'zod';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { createRestOperationMeta } from '../../http/rest/procedure-meta.ts';
import { toPreparedOutputSchema } from '../../platform/prepared-json.ts';
import { attestCompletions } from './attest-many.ts';
import { addDocumentToCompletion, uploadDocument } from './documents.ts';
import { listAttestedCompletions } from './list-attested.ts';
import { withdrawAttestedCompletion } from './withdraw.ts';

/** Returns the number of completions in the input of a request; 0 if it is invalid. */
const completionsIn = (input: unknown) => Sent.safeParse(input).data?.completions.length ?? 0;
const Sent = z.object({ completions: z.array(z.unknown()).max(MAX_ATTESTED_PER_REQUEST) });

/** Completions from before, or from elsewhere (rules/attested). */
export const attestedRouter = router({
  enter: permittedProcedure('completions:attest')
    .meta(
      createRestOperationMeta('POST', '/attested-completions', {
        operationId: 'attestCompletions',
        summary: 'Take over past training',
        description:
          `Up to ${MAX_ATTESTED_PER_REQUEST} completions from before, each by itself: one that is refused doesn’t stop the others. ` +
          'They count as completed and valid from their own day, are shown as attested and never as proved here, and ' +
          'send no `learner.module_completed`. `file_id` names a document (PDF, PNG or JPEG, up to 10 MiB) that was sent ' +
          'as `application/octet-stream` to `POST /api/trpc/attested.upload`. The same person, module, day and source again change nothing. A ' +
          'completion with status 503 was not stored for lack of time: repeat the request, with the same ' +
          '`Idempotency-Key` to try only these. Counts as one write, and its completions against a limit of their own.',
        query: { preview: 'boolean' },
        people: completionsIn,
        rows: 'completions',
        isAddition: true,
      }),
    )
    .input(AttestCompletions)
    .output(toPreparedOutputSchema(AttestCompletionsResponse))
    .mutation(({ ctx, input }) => attestCompletions(ctx, input)),
  withdraw: permittedProcedure('completions:attest')
    .input(WithdrawAttestedCompletion)
    .output(z.strictObject({ id: Id }))
    .mutation(({ ctx, input }) => withdrawAttestedCompletion(ctx, input)),
  list: permittedProcedure('users:read')
    .input(ListAttestedCompletions)
    .output(toPreparedOutputSchema(AttestedCompletionPage))
    .query(({ ctx, input }) => listAttestedCompletions(ctx, input)),
  /** Takes a document as `application/octet-stream`; its kind is told by its content. */
  upload: permittedProcedure('completions:attest')
    .meta({ file: { most: MAX_ATTESTATION_DOCUMENT_BYTES } })
    .input(octetInputParser)
    .output(UploadedAttestationDocument)
    .mutation(({ ctx, input }) => uploadDocument(ctx, input)),
  addDocument: permittedProcedure('completions:attest')
    .input(AddAttestationDocument)
    .output(z.strictObject({ id: Id }))
    .mutation(({ ctx, input }) => addDocumentToCompletion(ctx, input)),
});
