import { z } from 'zod';

/** One problem of a request: its path (`modules.0.title`), a code, and the remedy. */
export const FieldError = z
  .strictObject({ path: z.string(), code: z.string(), message: z.string() })
  .meta({ id: 'FieldError' });
export type FieldError = z.infer<typeof FieldError>;

/** The body of every error, `application/problem+json` (RFC 9457). */
export const Problem = z
  .object({
    type: z.string().describe('A link to what the code means.'),
    title: z.string().describe('What kind of thing went wrong; the same for every error of this code.'),
    status: z.int().min(400).max(599),
    detail: z.string().describe('What went wrong this time, and what to do.'),
    instance: z.string().describe('The path of the request.'),
    code: z.string().describe('Stable and meant for programs.'),
    request_id: z.string().describe('Name it when you ask for help: the server’s log has it too.'),
    errors: z.array(FieldError).optional().describe('On 400: each thing that is wrong.'),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;
