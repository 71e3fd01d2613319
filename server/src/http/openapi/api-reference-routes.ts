import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { type ErrorCode, ERRORS_BY_CODE } from '@training/shared/errors';
import { API_TOKEN_PATTERN } from '@training/shared/tokens/tokens';
import type { AnyRouter } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { translatorIn } from '../../core/messages.ts';
import type { ServerDependencies } from '../dependencies.ts';
import {
  type ContentEncoding,
  acceptedEncodingOf,
  etagOfEncodedVersion,
  isNotModified,
} from '../rest/compressed-responses.ts';
import { IDEMPOTENCY_REPLAY_HOURS } from '../rest/idempotency.ts';
import type { RestOperation } from '../rest/operations.ts';
import { errorCodesOf } from './problems.ts';
import { serveApiReferenceFiles } from './api-reference-files.ts';
import { listRestOperationsInTagOrder } from './operation-tags.ts';

const scopes = translatorIn('tokens', 'en');

type Facts = {
  /** Origin under which the reader reaches this server. */
  origin: string;
  operations: RestOperation[];
  /** Requests per minute for each token; 0 means no limit. */
  rateLimits: { reads: number; writes: number; people: number };
};

/**
 * Renders the reference page: a guide in plain HTML, and the operations, which Swagger UI renders from the document.
 */
function referencePage({ origin, operations, rateLimits }: Facts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference · Workforce training</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/reference.css">
<script src="/api/docs/color-scheme.js"></script>
<script src="/api/docs/swagger-ui-bundle.js" charset="utf-8" defer></script>
<script src="/api/docs/reference.js" defer></script>
</head>
<body>
<header class="guide">
<h1>API reference</h1>
<p>${operations.length} operations read and write the data of a workspace with one of its API tokens. The same in a form for programs:
<a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="On this page"><ul>
<li><a href="#token">A token</a></li>
<li><a href="#calls">Calls to paste</a></li>
<li><a href="#rules">Rules</a></li>
<li><a href="#errors">Errors</a></li>
<li><a href="#try">Operations</a></li>
</ul></nav>
</header>
<section class="guide" aria-labelledby="token">
<h2 id="token">A token</h2>
<ol>
<li>As a super admin, open the console: Settings, API tokens, <strong>New token</strong>.</li>
<li>Give it a name, and the scopes that its system needs.</li>
<li>Copy the value: it is shown once. It works until somebody revokes it on the same page.</li>
</ol>
<p>Send it with every request. This asks who it is:</p>
${code(`export TRAINING_TOKEN=wtp_…\ncurl ${origin}/api/token -H "Authorization: Bearer $TRAINING_TOKEN"`)}
<div class="wide" tabindex="0" role="region" aria-label="Table of scopes"><table><caption>Scopes</caption>
<thead><tr><th scope="col">Scope</th><th scope="col">Lets a token</th><th scope="col">Operation</th></tr></thead>
<tbody>${operations.map(scopeRow).join('')}</tbody></table></div>
<p>Secret scanners find tokens by this pattern. The last six characters are the CRC-32 of the thirty before them, in
base62 (digits 0–9, A–Z, a–z), so that a chance match can be told from a token:</p>
${code(API_TOKEN_PATTERN.source.replace(/^\^|\$$/g, ''))}
</section>
<section class="guide" aria-labelledby="calls">
<h2 id="calls">Calls to paste</h2>
${operations.map((operation) => `<h3>${text(CALLS[operation.name]?.title ?? operation.name)}</h3>\n${code(curl(origin, operation))}`).join('\n')}
</section>
<section class="guide" aria-labelledby="rules">
<h2 id="rules">Rules</h2>
<dl>
<dt>Strictness</dt>
<dd>Nothing is coerced. A wrong type, a field or query parameter that does not exist, and <code>null</code> where it is
not named are refused with 400. Lengths count Unicode code points. A body may have 1 MiB, one of
many people 4 MiB, an archive 8 MiB.</dd>
<dt>Limits</dt>
<dd>${limits(rateLimits)} Answers say in <code>RateLimit</code> what is left; 429 says in <code>Retry-After</code> how
many seconds to wait.</dd>
<dt>Repeating a request safely</dt>
<dd>Send an <code>Idempotency-Key</code> of your own with a POST. For ${IDEMPOTENCY_REPLAY_HOURS} hours the same key with the same
request gets the first answer again, marked <code>Idempotent-Replayed: true</code>; with another request it is 422, and
while the first is under way 409.</dd>
<dt>Reading the catalog or analytics again</dt>
<dd>Send the <code>ETag</code> of the last answer as <code>If-None-Match</code>: 304 without a body says that nothing has
changed but the time.</dd>
<dt>Compression</dt>
<dd>Send <code>Accept-Encoding: br, gzip</code>, as most clients do: answers to reads of more than 1 KB come compressed, to a
tenth of their size or less. Bodies of requests are not compressed.</dd>
<dt>Paging</dt>
<dd><code>limit</code> is 100 unless you say otherwise and 500 at most; more is refused. Lists have one order,
<code>created_at</code> and then <code>id</code>.</dd>
</dl>
</section>
<section class="guide" aria-labelledby="errors">
<h2 id="errors">Errors</h2>
<p>Every error is <code>application/problem+json</code> (RFC 9457). <code>code</code> is stable and meant for programs,
<code>detail</code> says what went wrong this time and what to do, <code>errors</code> lists each wrong field, and
<code>request_id</code> finds the request in the server’s log.</p>
<div class="wide" tabindex="0" role="region" aria-label="Table of error codes"><table>
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">Answered by</th></tr></thead>
<tbody>${errorRows(operations)}</tbody></table></div>
</section>
<section class="guide" aria-labelledby="try">
<h2 id="try">Operations</h2>
<p>Choose <strong>Authorize</strong>, paste a token, open an operation, and <strong>Execute</strong>: the call is a real
one. The token stays in this tab’s memory until you reload.</p>
<noscript><p>This part needs JavaScript; <a href="/api/v1/openapi.json">openapi.json</a> does not.</p></noscript>
</section>
<div id="reference"></div>
</body>
</html>
`;
}

/** Example calls per operation, to copy and paste. Their bodies work in any workspace. */
const CALLS: Record<string, { title: string; query?: string; body?: Record<string, unknown> }> = {
  'catalog.list': { title: 'List the catalog' },
  'analytics.read': { title: 'Read analytics', query: '?include=modules,recertification&window_days=60' },
  'users.list': { title: 'List users', query: '?status=active&limit=50' },
  'users.upsert': {
    title: 'Create or update a user: here as a rehearsal, leave preview out to write',
    query: '?preview=true',
    body: { email: 'ana.souza@example.com', full_name: 'Ana Souza', role: 'learner' },
  },
  'users.upsertMany': {
    title: 'Create or update many users: here as a rehearsal',
    query: '?preview=true',
    body: {
      users: [
        { email: 'ana.souza@example.com', full_name: 'Ana Souza' },
        { email: 'ben@example.com', deactivate: true },
      ],
    },
  },
  'intake.create': {
    title: 'Push content as a draft suggestion',
    body: {
      content: '# Charging the electric forklift\n\nSwitch it off before you plug it in.',
      source_name: 'Company wiki',
      source_url: 'https://wiki.example.com/pages/42',
    },
  },
};

function curl(origin: string, { name, path }: RestOperation): string {
  const { query = '', body } = CALLS[name] ?? {};
  const lines = [`curl "${origin}/api/v1${path}${query}"`, '-H "Authorization: Bearer $TRAINING_TOKEN"'];
  if (body) lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`);
  return lines.join(' \\\n  ');
}

function scopeRow({ permission, method, path }: RestOperation): string {
  const key = `scope.${permission}`;
  const description = scopes.has(key) ? scopes(key) : '';
  return `<tr><td><code>${permission}</code></td><td>${text(description)}</td><td><code>${method} /api/v1${path}</code></td></tr>`;
}

/** Renders one row per code. A problem's `type` links to it. */
function errorRows(operations: RestOperation[]): string {
  const of = new Map(operations.map((operation) => [operation, errorCodesOf(operation)]));
  const codes = Object.keys(ERRORS_BY_CODE) as ErrorCode[]; // Object.keys widens to string
  return codes
    .map((errorCode) => {
      const { status, title } = ERRORS_BY_CODE[errorCode];
      const by = operations.filter((operation) => of.get(operation)?.includes(errorCode));
      const where =
        by.length === operations.length
          ? 'every operation'
          : by.map(({ method, path }) => `<code>${method} ${path}</code>`).join(', ') ||
            ELSEWHERE[errorCode] ||
            'the console or a command';
      return `<tr id="${errorCode}"><th scope="row"><a href="#${errorCode}"><code>${errorCode}</code></a></th><td>${status}</td><td>${text(title)}</td><td>${where}</td></tr>`;
    })
    .join('\n');
}

const ELSEWHERE: Partial<Record<ErrorCode, string>> = {
  route_not_found: 'an address that does not exist',
  method_not_allowed: 'an address that exists, with another method',
};

function limits({ reads, writes, people }: Facts['rateLimits']): string {
  if (reads === 0 && writes === 0 && people === 0) return 'This server sets no limit to the rate of requests.';
  const limit = (count: number, what: string) =>
    count === 0 ? `any number of ${what}` : `${count.toLocaleString('en')} ${what}`;
  const requests = `${limit(reads, 'reads')} and ${limit(writes, 'writes')}`;
  return `Each token may make ${requests} a minute, and send ${limit(people, 'people')} in bulk requests.`;
}

function code(lines: string): string {
  return `<pre tabindex="0"><code>${text(lines)}</code></pre>`;
}

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const DOCUMENT = path.resolve(import.meta.dirname, '../../../openapi.json');

/** Registers `/api/v1/openapi.json` and `/api/docs`, which need no authentication (rules/api 2). */
export function registerApiReferenceRoutes(
  app: FastifyInstance,
  router: AnyRouter,
  { auth, config }: ServerDependencies,
): void {
  const document = new CompressedOnce('application/json; charset=utf-8');
  app.get('/api/v1/openapi.json', async (request, reply) => document.send(request, reply, await readFile(DOCUMENT)));

  const reference = new CompressedOnce('text/html; charset=utf-8');
  app.get('/api/docs', async (request, reply) => {
    const { rateLimits } = config;
    const page = referencePage({
      origin: auth.origins()[0],
      operations: listRestOperationsInTagOrder(router),
      rateLimits,
    });
    return reference.send(request, reply, Buffer.from(page));
  });

  serveApiReferenceFiles(app);
}

const ENCODINGS = { br: promisify(brotliCompress), gzip: promisify(gzip) } satisfies Record<ContentEncoding, unknown>;

/**
 * Serves a text that is the same for all clients. Compresses it on the first request instead of for each response. Each
 * encoding has its own ETag, like the files compressed by the build.
 */
class CompressedOnce {
  readonly #type: string;
  /** Compressed versions of the current text. The text changes only if the file on disk is replaced. */
  #made: { hash: string; encoded: Map<ContentEncoding, Promise<Buffer>> } = { hash: '', encoded: new Map() };

  constructor(type: string) {
    this.#type = type;
  }

  async send(request: FastifyRequest, reply: FastifyReply, text: Buffer): Promise<FastifyReply> {
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    const encoding = acceptedEncodingOf(request);
    const etag = etagOfEncodedVersion(hash, encoding);
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (isNotModified(request, etag)) return reply.code(304).send();
    reply.header('content-type', this.#type);
    if (encoding === undefined) return reply.send(text);
    return reply.header('content-encoding', encoding).send(await this.#encoded(hash, encoding, text));
  }

  #encoded(hash: string, encoding: ContentEncoding, text: Buffer): Promise<Buffer> {
    if (this.#made.hash !== hash) this.#made = { hash, encoded: new Map() };
    const { encoded } = this.#made;
    const known = encoded.get(encoding) ?? ENCODINGS[encoding](text);
    encoded.set(encoding, known);
    return known;
  }
}
