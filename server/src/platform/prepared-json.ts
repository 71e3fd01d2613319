import type { z } from 'zod';
import { checksAreOn } from '../database/checks.ts';

/**
 * An answer that is JSON text already, built by PostgreSQL. The REST surface sends it as it is; tRPC parses it, because
 * it puts answers into an envelope of its own.
 */
export class PreparedJson {
  readonly body: string | Buffer;
  /** Whether the request made something: 201 over REST. */
  readonly created: boolean;

  constructor(body: string | Buffer, created: boolean) {
    this.body = body;
    this.created = created;
  }

  toJSON(): unknown {
    return JSON.parse(this.body.toString());
  }
}

/**
 * The type of what the text says, for the procedure's callers: they get it parsed. Nothing in the server reads the
 * fields of an answer, which is why the cast is safe here and nowhere else.
 */
export function preparedJson<T>(body: string | Buffer, { created = false } = {}): T {
  return new PreparedJson(body, created) as unknown as T;
}

/** As `PreparedJson`, in pieces that come while they are sent. Only the REST surface takes it. */
export class StreamedJson {
  readonly pieces: AsyncIterable<string>;

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/** As `preparedJson`. */
export function streamedJson<T>(pieces: AsyncIterable<string>): T {
  return new StreamedJson(pieces) as unknown as T;
}

/**
 * `schema` for the types and the document. In production an answer passes unread, in tests and development its JSON
 * is parsed first and must be exactly what the schema says.
 */
export function preparedOutput<Schema extends z.ZodType>(schema: Schema): Schema {
  const output = schema.clone();
  output.parseAsync = async (answer: unknown) => {
    // What is streamed is read by nobody before it is sent.
    if (answer instanceof StreamedJson) return answer as z.output<Schema>;
    if (checksAreOn()) schema.parse(answer instanceof PreparedJson ? answer.toJSON() : answer);
    return answer as z.output<Schema>;
  };
  return output;
}

/** What an answer says, for what makes something else of it, such as a table. */
export function readPrepared<Schema extends z.ZodType>(schema: Schema, answer: z.output<Schema>): z.output<Schema> {
  return schema.parse(answer instanceof PreparedJson ? answer.toJSON() : answer);
}
