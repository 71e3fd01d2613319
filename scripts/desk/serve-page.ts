import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';

/** Answers requests of the page, by "METHOD /path"; false for an unknown path. */
export type Answer = (asked: string, request: IncomingMessage, response: ServerResponse) => Promise<void> | false;

export type ServedPage = { url: string; stop(): void };

/** Serves one page of this folder and its script, on this machine only. */
export async function servePage(name: string, port: number, answer: Answer): Promise<ServedPage> {
  const file = (ending: string) => readFileSync(path.join(import.meta.dirname, `${name}.${ending}`), 'utf8');
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = `${request.method} ${pathOf(request).pathname}`;
    if (asked === 'GET /') return send(response, 200, 'text/html; charset=utf-8', file('html'));
    if (asked === `GET /${name}.js`) return send(response, 200, 'text/javascript', file('js'));
    const answered = answer(asked, request, response);
    if (answered === false) send(response, 404, 'text/plain', 'There is nothing here.\n');
    else await answered;
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else send(response, 400, 'text/plain', `${String(error)}\n`);
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the page has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export const pathOf = (request: IncomingMessage): URL => new URL(request.url ?? '/', 'http://desk');

export function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}

/** Sends the state unless the page already has this version; then sends an empty response. */
export function sendState<State extends { version: number }>(
  request: IncomingMessage,
  response: ServerResponse,
  state: State,
): void {
  if (pathOf(request).searchParams.get('known') === String(state.version)) response.writeHead(204).end();
  else send(response, 200, 'application/json', JSON.stringify(state));
}
