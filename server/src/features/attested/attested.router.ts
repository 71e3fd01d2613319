import {
  AddDocument,
  AttestCompletions,
  AttestedCompletions,
  AttestedPage,
  MOST_DOCUMENT_BYTES,
  ListAttested,
  MOST_ATTESTED,
  UploadedDocument,
  WithdrawAttested,
} from '@training/shared/attested/attested';
import { Id } from '@training/shared/primitives';
import { octetInputParser } from '@trpc/server/http';
import { z } from 'zod';
import { can, router } from '../../http/procedures.ts';
import { restOperation } from '../../http/rest/meta.ts';
import { preparedOutput } from '../../platform/prepared-json.ts';
import { attestCompletions } from './attest-many.ts';
import { addDocument, uploadDocument } from './documents.ts';
import { listAttested } from './list-attested.ts';
import { withdrawAttested } from './withdraw.ts';

/** Returns the number of completions in the input of a request; 0 if it is invalid. */
const completionsIn = (input: unknown) => Sent.safeParse(input).data?.completions.length ?? 0;
const Sent = z.object({ completions: z.array(z.unknown()).max(MOST_ATTESTED) });

/** Completions from before, or from elsewhere (rules/attested). */
export const attestedRouter = router({
  enter: can('completions:attest')
    .meta(
      restOperation('POST', '/attested-completions', {
        operationId: 'attestCompletions',
        summary: 'Take over past training',
        description:
          `Up to ${MOST_ATTESTED} completions from before, each by itself: one that is refused doesn’t stop the others. ` +
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
    .output(preparedOutput(AttestedCompletions))
    .mutation(({ ctx, input }) => attestCompletions(ctx, input)),
  withdraw: can('completions:attest')
    .input(WithdrawAttested)
    .output(z.strictObject({ id: Id }))
    .mutation(({ ctx, input }) => withdrawAttested(ctx, input)),
  list: can('users:read')
    .input(ListAttested)
    .output(preparedOutput(AttestedPage))
    .query(({ ctx, input }) => listAttested(ctx, input)),
  /** Takes a document as `application/octet-stream`; its kind is told by its content. */
  upload: can('completions:attest')
    .meta({ file: { most: MOST_DOCUMENT_BYTES } })
    .input(octetInputParser)
    .output(UploadedDocument)
    .mutation(({ ctx, input }) => uploadDocument(ctx, input)),
  addDocument: can('completions:attest')
    .input(AddDocument)
    .output(z.strictObject({ id: Id }))
    .mutation(({ ctx, input }) => addDocument(ctx, input)),
});
