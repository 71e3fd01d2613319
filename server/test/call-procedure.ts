import type { AnyRouter } from '@trpc/server';
import type { ProcedureMeta } from '../src/http/rest/procedure-meta.ts';
import { appRouter } from '../src/app/router.ts';

type Definition = { type: string; meta?: ProcedureMeta; inputs: unknown[] };

const anyRouter: AnyRouter = appRouter;

/** Every procedure of the router, so that a test which crawls them takes in new ones by itself. */
export const procedures = Object.entries<{ _def: Definition }>(anyRouter._def.procedures).map(([name, { _def }]) => ({
  name,
  type: _def.type,
  permission: _def.meta?.permission,
  /** Description of the file that it takes, if it takes one. */
  file: _def.meta?.file,
  /** The schemas of its input; none where it takes nothing. */
  inputs: _def.inputs,
}));

export type ProcedureAnswer = { status: number; headers: Headers; text: string };

/** Calls a procedure of `base` as a browser or a program does: input as JSON, a Blob as the bytes of a file. */
export async function callProcedure(
  base: string,
  headers: Record<string, string>,
  { name, type }: { name: string; type: string },
  input: unknown,
  parameters: Record<string, string> = {},
): Promise<ProcedureAnswer> {
  const json = JSON.stringify(input);
  const inQuery = type !== 'mutation' && json !== undefined;
  const query = new URLSearchParams({ ...parameters, ...(inQuery && { input: json }) });
  const url = `${base}/api/trpc/${name}?${query.toString()}`;
  if (type === 'subscription') return firstEvent(url, headers);
  if (type === 'query') return answerOf(await fetch(url, { headers }));
  const [body, mediaType] = input instanceof Blob ? [input, 'application/octet-stream'] : [json, 'application/json'];
  return answerOf(await fetch(url, { method: 'POST', body, headers: { 'content-type': mediaType, ...headers } }));
}

async function answerOf(response: Response): Promise<ProcedureAnswer> {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Returns the first event of a stream, with the status if it is an error. */
async function firstEvent(url: string, headers: Record<string, string>): Promise<ProcedureAnswer> {
  const ending = new AbortController();
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: ending.signal });
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    // The first block says that the stream has begun.
    if (text.split('\n\n').filter((block) => block.includes('data:')).length > 1) break;
  }
  ending.abort();
  const status = Number(/"httpStatus":(\d+)/.exec(text)?.[1] ?? response.status);
  return { status, headers: response.headers, text };
}
