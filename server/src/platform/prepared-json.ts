import type { z } from 'zod';
import { isSqlResultValidationEnabled } from '../database/statements/validation.ts';

/**
 * A response that PostgreSQL has built as JSON text. The REST API sends it unchanged; tRPC parses it, because it wraps
 * responses in an envelope.
 */
export class PreparedJson {
  readonly body: string | Buffer;
  /** True if the request created something: 201 over REST. */
  readonly created: boolean;
  /** Version of the content, for a weak ETag. */
  readonly version: string | undefined;

  constructor(body: string | Buffer, created: boolean, version?: string) {
    this.body = body;
    this.created = created;
    this.version = version;
  }

  toJSON(): unknown {
    return JSON.parse(this.body.toString());
  }
}

/**
 * Casts prepared JSON to the type of its content, because callers of the procedure get it parsed. The cast is safe here
 * only because the server never reads a response's fields.
 */
export function createPreparedJson<T>(body: string | Buffer, { created = false, version = '' } = {}): T {
  return new PreparedJson(body, created, version || undefined) as unknown as T;
}

/** Works like `PreparedJson`, in pieces that are produced while they are sent. Only the REST API supports it. */
export class StreamedJson {
  readonly pieces: AsyncGenerator<string | Buffer, void>;
  /** Version of the content, for a weak ETag. */
  readonly version: string;

  constructor(pieces: AsyncGenerator<string | Buffer, void>, version: string) {
    this.pieces = pieces;
    this.version = version;
  }

  /** Ends the production of pieces of which none has been taken. */
  async cancel(): Promise<void> {
    // A generator that hasn't begun would skip its `finally`.
    await this.pieces.next();
    await this.pieces.return();
  }
}

/** Works like `createPreparedJson`. */
export function createStreamedJson<T>(pieces: AsyncGenerator<string | Buffer, void>, version: string): T {
  return new StreamedJson(pieces, version) as unknown as T;
}

/**
 * Returns `schema` for types and the OpenAPI document. In production responses aren't validated; in tests and
 * development their JSON is parsed and must match the schema exactly.
 */
export function toPreparedOutputSchema<Schema extends z.ZodType>(schema: Schema): Schema {
  const output = schema.clone();
  output.parseAsync = async (answer: unknown) => {
    // Streamed responses can't be checked before they are sent.
    if (answer instanceof StreamedJson) return answer as z.output<Schema>;
    if (isSqlResultValidationEnabled()) schema.parse(answer instanceof PreparedJson ? answer.toJSON() : answer);
    return answer as z.output<Schema>;
  };
  return output;
}

/** Parses a response's content, to build something else from it, such as a table. */
export function parsePreparedJson<Schema extends z.ZodType>(
  schema: Schema,
  answer: z.output<Schema>,
): z.output<Schema> {
  return schema.parse(answer instanceof PreparedJson ? answer.toJSON() : answer);
}
