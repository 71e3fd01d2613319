import { z } from 'zod';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../platform/log.ts';
import { DriveError } from '../drive.ts';
import type { DriveFetch } from '../drive-fetch.ts';
import type { LarkFileEvent } from './events.ts';
import type { LarkAppCredentials } from './lark-api-client.ts';
import { driveErrorOfLarkResponse, parseSuccessfulResponse, parseLarkResponse } from './lark-failure.ts';
import { runLarkSocket, LarkClientConfig, DEFAULT_CONNECTION_PACE, type ConnectionPace } from './socket.ts';

export type LongConnectionHooks = {
  /**
   * Stores the event. Lark gets its response when the promise resolves. If it rejects or takes too long, Lark sends the
   * event again.
   */
  onEvent(event: LarkFileEvent): Promise<void>;
  /** Called after connecting. Events during a disconnection aren't delivered, so this is the time to scan. */
  onConnected(): void;
  onDisconnected?(): void;
  stopping: AbortSignal;
  log: Pick<Log, 'info' | 'warn'>;
};

type Options = LongConnectionHooks & { fetch: DriveFetch; apiUrl: string; app: LarkAppCredentials };

const Endpoint = z.object({ data: z.object({ URL: z.url(), ClientConfig: LarkClientConfig }) });

/** Codes of the endpoint: about the app, and for its limit of fifty connections. */
const AUTH_FAILED = 514;
const FORBIDDEN = 403;
const TOO_MANY_CONNECTIONS = 1000040350;

/**
 * Keeps an app's long connection open (rules/drives 4). Reconnects whenever it is lost, at the pace Lark asks for and
 * with jitter, so that instances don't reconnect at the same time. Returns when it is stopped.
 * @throws DriveError if Lark refuses the app: `access_lost`, or `forbidden` if it can't use a long connection.
 */
export async function maintainLongConnection(options: Options): Promise<void> {
  const { stopping, log, app } = options;
  let pace = DEFAULT_CONNECTION_PACE;
  let said = false;
  while (!stopping.aborted) {
    let openedAt: number | undefined;
    try {
      const endpoint = await askForEndpoint(options);
      pace = endpoint.pace;
      await runLarkSocket(endpoint.url, {
        ...options,
        // Ignores events of other apps.
        onEvent: async (event) => {
          if (event.appId === app.appId) await options.onEvent(event);
        },
        pace: () => pace,
        paced: (told) => (pace = told),
        opened: () => {
          openedAt = performance.now();
          said = false;
          options.onConnected();
        },
      });
    } catch (error) {
      if (stopping.aborted) return;
      if (error instanceof DriveError && ['access_lost', 'forbidden'].includes(error.outcome)) throw error;
      if (!said) log.warn({ err: error, kind: app.kind, app_id: app.appId }, 'the long connection to Lark is lost');
      said = true;
    }
    if (openedAt !== undefined) options.onDisconnected?.();
    // A connection that lasted for a while is reopened soon; otherwise Lark's pause applies.
    const held = openedAt !== undefined && performance.now() - openedAt > pace.pause;
    const wait = Math.random() * pace.jitter + (held ? 0 : pace.pause);
    await sleep(wait, undefined, { signal: stopping, ref: false }).catch(() => undefined);
  }
}

async function askForEndpoint({ fetch, apiUrl, app, stopping }: Options): Promise<{ url: URL; pace: ConnectionPace }> {
  const answer = parseLarkResponse(
    await fetch({
      url: new URL(`${apiUrl}/callback/ws/endpoint`),
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', locale: 'en' },
      body: JSON.stringify({ AppID: app.appId, AppSecret: app.appSecret }),
      signal: stopping,
    }),
  );
  const detail = `Lark refuses a long connection with code ${answer.code}.`;
  if (answer.code === AUTH_FAILED) throw new DriveError('access_lost', { detail });
  if (answer.code === FORBIDDEN) throw new DriveError('forbidden', { detail });
  if (answer.code === TOO_MANY_CONNECTIONS) throw new DriveError('quota', { detail });
  if (answer.code !== 0) throw driveErrorOfLarkResponse(answer);
  const { data } = parseSuccessfulResponse(Endpoint, answer);
  const url = new URL(data.URL);
  // Allows no TLS only if the API has none either, as with a fake server.
  const allowed = apiUrl.startsWith('http:') ? ['ws:', 'wss:'] : ['wss:'];
  if (!allowed.includes(url.protocol)) throw new DriveError('unavailable', { detail: 'Lark names no wss address.' });
  return { url, pace: data.ClientConfig };
}
