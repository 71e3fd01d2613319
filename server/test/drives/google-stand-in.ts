import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listChanges, startPageToken, watchChanges } from './google/changes.ts';
import { Channels } from './google/channels.ts';
import { consentPage, problemPage } from './google/consent-page.ts';
import { findMethod, maskOf, wrongAnswer, wrongParameters, wrongValue, type Method } from './google/discovery.ts';
import { aboutMe, exportFile, FileLists, getFile, listDrives } from './google/files.ts';
import { GoogleError, invalid } from './google/google-error.ts';
import { masked } from './google/masks.ts';
import { usual, type Answered, type Asked } from './google/methods.ts';
import { GoogleOAuth } from './google/oauth.ts';
import { GoogleWorld } from './google/world.ts';

/** Fields of an answer if the request names none. */
const USUAL_FIELDS: Record<string, string> = {
  'drive.files.list': 'kind,incompleteSearch,nextPageToken,files(kind,id,name,mimeType)',
  'drive.files.get': 'kind,id,name,mimeType',
  'drive.changes.list':
    'kind,nextPageToken,newStartPageToken,changes(kind,type,changeType,time,removed,fileId,file(kind,id,name,mimeType))',
  'drive.drives.list': 'kind,nextPageToken,drives(kind,id,name)',
};

/** A request as it came, with what it was answered. */
export type GoogleRequest = { method: string; path: string; query: URLSearchParams; email: string; status: number };

/** An answer of a test's own, in the place of the next ones. */
export type OwnAnswer = (request: IncomingMessage, response: ServerResponse) => void;

type Options = {
  port?: number;
  /** True if all answers are checked with Google's discovery document, which takes longer than making them. */
  judged?: boolean;
  /** Milliseconds, as `Date.now()`. */
  clock?: () => number;
};

/**
 * Google's accounts and Drive on a port of its own, with drives in memory that are edited through `world`. It takes and
 * answers what Google's discovery document says, and refuses the rest. `problems` says where its own answers do not
 * keep to that; a test expects none.
 */
export async function startGoogleStandIn({ port = 0, judged = true, clock = Date.now }: Options = {}) {
  const switches = usual();
  const world = new GoogleWorld(clock);
  const oauth = new GoogleOAuth(
    { id: 'stand-in.apps.googleusercontent.com', secret: 'GOCSPX-stand-in' },
    switches,
    clock,
  );
  const channels = new Channels(world, switches);
  const lists = new FileLists();
  const requests: GoogleRequest[] = [];
  const problems: string[] = [];
  const own: { method: string; answer: OwnAnswer; times: number }[] = [];

  const handlers: Record<string, (asked: Asked, url: URL) => Answered> = {
    'drive.about.get': aboutMe,
    'drive.drives.list': listDrives,
    'drive.files.list': lists.list,
    'drive.files.get': getFile,
    'drive.files.export': exportFile,
    'drive.changes.getStartPageToken': startPageToken,
    'drive.changes.list': listChanges,
    'drive.changes.watch': (asked, url) => watchChanges(asked, channels, url.href),
    'drive.channels.stop': (asked) => channels.stop(asked),
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', `http://${request.headers.host ?? ''}`);
    const body = await textOf(request);
    const found = findMethod(request.method ?? '', url.pathname);
    const name = found?.method.id ?? url.pathname;
    const replaced = own.find(({ method, times }) => times > 0 && (method === name || method === '*'));
    if (replaced) {
      replaced.times--;
      return replaced.answer(request, response);
    }
    if (switches.hanging) return;
    if (switches.slow > 0) await sleep(switches.slow);
    if (url.pathname === '/o/oauth2/v2/auth') return consent(request.method ?? '', url, body, response);
    if (url.pathname === '/token') {
      const { status, body: answer } = switches.broken
        ? { status: 503, body: {} }
        : oauth.token(new URLSearchParams(body));
      const date = new Date(clock()).toUTCString();
      return send(response, status, JSON.stringify(answer), 'application/json', { date });
    }
    if (!found) return send(response, 404, 'Not Found', 'text/html');
    const asked = { method: name, path: url.pathname, query: url.searchParams, email: '', status: 200 };
    requests.push(asked);
    try {
      const grant = oauth.whose((request.headers.authorization ?? '').replace(/^Bearer /, ''));
      if (!grant) throw new GoogleError(401, 'authError', 'Invalid Credentials', { location: 'Authorization' });
      asked.email = grant.email;
      world.account(grant.email);
      refuseAll();
      const json = checkedBody(found.method, url.searchParams, body);
      if (!found.method.scopes.some((scope) => grant.scope.split(' ').includes(scope))) {
        throw new GoogleError(403, 'insufficientPermissions', 'Insufficient Permission');
      }
      const { email } = grant;
      const handler = handlers[name];
      if (!handler) throw new GoogleError(501, 'notImplemented', name);
      const answered = handler(
        { world, switches, email, path: found.path, query: url.searchParams, body: json, keys: keysOf(request) },
        url,
      );
      answer(found.method, url.searchParams, answered, response);
      asked.status = response.statusCode;
    } catch (error) {
      if (!(error instanceof GoogleError)) throw error;
      asked.status = error.status;
      send(response, error.status, JSON.stringify(error.body()), 'application/json', error.headers);
    }
  }

  /** @throws GoogleError where everything is refused. */
  function refuseAll(): void {
    const headers: Record<string, string> =
      switches.retryAfter === undefined ? {} : { 'retry-after': String(switches.retryAfter) };
    const reasons = { user: 'userRateLimitExceeded', rate: 'rateLimitExceeded', daily: 'dailyLimitExceeded' };
    if (switches.broken) throw new GoogleError(503, 'backendError', 'Backend Error', { headers });
    if (switches.quota === 'none') return;
    if (switches.quota === 'requests')
      throw new GoogleError(429, 'rateLimitExceeded', 'Too many requests', { headers });
    throw new GoogleError(403, reasons[switches.quota], 'Quota exceeded', { headers });
  }

  /** The JSON that was sent. @throws GoogleError where the request is none that Google takes. */
  function checkedBody(method: Method, query: URLSearchParams, body: string): unknown {
    const [wrong] = wrongParameters(method, query);
    if (wrong !== undefined) throw invalid(wrong, `Invalid value, or no such parameter: ${wrong}`);
    if (!method.request) {
      if (body !== '') throw new GoogleError(400, 'badRequest', 'A body where there is none');
      return undefined;
    }
    let json: unknown;
    try {
      json = JSON.parse(body);
    } catch {
      throw new GoogleError(400, 'parseError', 'Parse Error');
    }
    const [problem] = wrongValue(method.request.$ref, json);
    if (problem !== undefined) throw new GoogleError(400, 'invalid', `Invalid JSON payload received. ${problem}`);
    return json;
  }

  function answer(method: Method, query: URLSearchParams, answered: Answered, response: ServerResponse): void {
    if (answered.bytes) return send(response, 200, answered.bytes, answered.type ?? 'application/octet-stream');
    if (!answered.body) {
      if (judged) problems.push(...wrongAnswer(method, undefined, undefined));
      return send(response, 204, '', 'text/html');
    }
    if (judged) problems.push(...wrongAnswer(method, undefined, answered.body));
    const fields = query.get('fields') ?? USUAL_FIELDS[method.id];
    const mask = fields === undefined ? undefined : maskFor(method, fields);
    const body = mask ? masked(answered.body, mask) : answered.body;
    if (judged) problems.push(...wrongAnswer(method, mask, body));
    send(response, 200, JSON.stringify(body), 'application/json; charset=UTF-8');
  }

  function maskFor({ response }: Method, fields: string) {
    try {
      return maskOf(response?.$ref ?? '', fields);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new GoogleError(400, 'invalidParameter', message, { location: 'fields' });
    }
  }

  function consent(method: string, url: URL, body: string, response: ServerResponse): void {
    const asked = oauth.consent(url.searchParams);
    if ('problem' in asked) return send(response, 400, problemPage(asked.problem), 'text/html; charset=utf-8');
    const accounts = [...world.roots.keys()].filter((email) => !email.endsWith('.gserviceaccount.com'));
    const form = new URLSearchParams(body);
    const decision = method === 'POST' ? form.get('decision') : switches.consent;
    if (decision !== 'approve' && decision !== 'deny' && decision !== 'without_scope') {
      return send(response, 200, consentPage(accounts, asked.loginHint), 'text/html; charset=utf-8');
    }
    const email = form.get('account') ?? asked.loginHint ?? accounts[0] ?? '';
    response.writeHead(302, { location: oauth.decided(asked, email, decision) }).end();
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      problems.push(String(error));
      if (response.headersSent) response.destroy();
      else send(response, 500, String(error), 'text/plain');
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port');
  const url = `http://127.0.0.1:${address.port}`;

  return {
    url,
    /** The settings that point a server at it. */
    env: {
      GOOGLE_DRIVE_CLIENT_ID: oauth.client.id,
      GOOGLE_DRIVE_CLIENT_SECRET: oauth.client.secret,
      GOOGLE_DRIVE_BASE_URL: url,
      GOOGLE_OAUTH_BASE_URL: url,
    },
    world,
    oauth,
    channels,
    switches,
    /** Requests to Drive, in order. */
    requests,
    /** Answers that differ from Google's discovery document. */
    problems,
    /** Has the next requests answered by a test's own answer; `*` are those of all methods. */
    answerNext(method: string, answer: OwnAnswer, times = 1): void {
      own.push({ method, answer, times });
    },
    /** All switches as at first, no own answers, and no requests. */
    reset(): void {
      Object.assign(switches, usual());
      own.length = 0;
      requests.length = 0;
    },
    async stop(): Promise<void> {
      channels.stopRinging();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Of files, by their ids. */
function keysOf({ headers }: IncomingMessage): Map<string, string> {
  const pairs = String(headers['x-goog-drive-resource-keys'] ?? '').split(',');
  return new Map(pairs.map((pair) => [pair.split('/', 1)[0] ?? '', pair.slice(pair.indexOf('/') + 1)]));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  type: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': type, ...headers }).end(body);
}
