import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { z } from 'zod';

const Value = z
  .union([
    z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
    z.object({ intValue: z.coerce.number() }).transform(({ intValue }) => intValue),
    z.object({ boolValue: z.boolean() }).transform(({ boolValue }) => boolValue),
  ])
  .optional();
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .transform((all) => Object.fromEntries(all.map(({ key, value }) => [key, value])));
const Span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  kind: z.number(),
  attributes: Attributes,
  status: z.object({ code: z.number().optional() }),
});
const Posted = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});

export type CollectedSpan = z.infer<typeof Span>;

const accept = (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');

/** Starts a stand-in of a collector for OTLP over HTTP with JSON. `answer` replaces its answers. */
export async function startCollector(answer: (response: ServerResponse) => void = accept) {
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url !== '/v1/traces' || request.method !== 'POST') return void response.writeHead(404).end();
    bodies.push(body);
    headers.push(request.headers);
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the collector has no port');
  const posted = () => bodies.flatMap((body) => Posted.parse(JSON.parse(body)).resourceSpans);
  const spans = (): CollectedSpan[] => posted().flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans));
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Requests as they came. */
    bodies,
    headers,
    resources: () => posted().map(({ resource }) => resource.attributes),
    spans,
    spansOf: (traceId: string) => spans().filter((span) => span.traceId === traceId),
  };
}
