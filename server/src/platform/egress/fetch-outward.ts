import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import type { AddressCheckResult } from './check-address.ts';
import type { ConnectionAgents } from './connection-agents.ts';
import { OutwardError } from './failures.ts';
import { LONGEST_HEAD, limitConnectionBytes } from './response-limits.ts';

/** Maximum bytes of a connection after the headers, where the caller limits what it reads of the body. */
const MOST_FETCHED = 64 * 1024 * 1024;

/** Statuses of responses that have no body. */
const EMPTY = new Set([204, 205, 304]);

type Init = Parameters<typeof fetch>[1];

/**
 * Sends one request and returns its response as soon as its headers are read. The caller sets the limits: `signal` ends
 * the request and its body at any time.
 * @throws OutwardError if the address isn't allowed or leads to a network that isn't; Node's error if the request
 *   fails; the signal's reason
 */
export async function fetchOutward(
  input: string | URL | Request,
  init: Init,
  check: (address: string) => AddressCheckResult,
  connections: ConnectionAgents,
): Promise<Response> {
  const { url, problem } = check(input instanceof Request ? input.url : String(input));
  if (!url) throw new OutwardError('address', problem);
  const { method = 'GET', body, signal } = init ?? {};
  if (body !== undefined && body !== null && typeof body !== 'string') throw new TypeError('Only text can be sent');
  signal?.throwIfAborted();
  const headers = { ...Object.fromEntries(new Headers(init?.headers)), 'accept-encoding': 'identity' };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const begin = url.protocol === 'https:' ? https.request : http.request;
    const agent = connections.agentFor(url, false);
    const request = begin(url, { method, agent, headers, maxHeaderSize: LONGEST_HEAD });
    const stop = () => request.destroy(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
    signal?.addEventListener('abort', stop);
    limitConnectionBytes(request, MOST_FETCHED);
    request.on('response', (incoming) => {
      // The signal also ends the body; the listener goes with the connection.
      incoming.on('close', () => signal?.removeEventListener('abort', stop));
      resolve(incoming);
    });
    request.on('error', (error) => {
      signal?.removeEventListener('abort', stop);
      reject(error);
    });
    // Covers connections that end without an error, for example because of a protocol upgrade.
    request.on('close', () => reject(new Error('closed')));
    request.end(body ?? undefined);
  });
  return answerOf(response);
}

/** @throws Error if the response is compressed or has no valid status */
function answerOf(response: IncomingMessage): Response {
  const { statusCode: status = 0, headers } = response;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (status < 200 || status > 599 || encoding !== 'identity') {
    response.destroy();
    throw new Error('A response that cannot be read');
  }
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  if (!EMPTY.has(status)) return new Response(Readable.toWeb(response), { status, headers: pairs });
  response.resume();
  return new Response(null, { status, headers: pairs });
}
