import { z } from 'zod';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../platform/log.ts';
import { DriveFailure } from '../drive-failure.ts';
import type { DriveFetch } from '../drive-fetch.ts';
import type { LarkEvent } from './events.ts';
import type { AppLogin } from './lark-calls.ts';
import { larkFailure, goodAnswer, parseLarkAnswer } from './lark-failure.ts';
import { ClientConfig, FIRST_PACE, type Pace } from './pace.ts';
import { runSocket } from './socket.ts';

export type ConnectionHooks = {
  /**
   * Stores the event. Lark is answered once it has resolved; where it throws, or takes too long, the event comes again.
   */
  onEvent(event: LarkEvent): Promise<void>;
  /** What happened while there was no connection is not told: from here on is the time to look. */
  onConnected(): void;
  onDisconnected?(): void;
  stopping: AbortSignal;
  log: Pick<Log, 'info' | 'warn'>;
};

type Options = ConnectionHooks & { fetch: DriveFetch; apiUrl: string; app: AppLogin };

const Endpoint = z.object({ data: z.object({ URL: z.url(), ClientConfig }) });

/** Codes of the endpoint: those of the app's, and that it has its fifty connections. */
const AUTH_FAILED = 514;
const FORBIDDEN = 403;
const TOO_MANY_CONNECTIONS = 1000040350;

/**
 * Holds the long connection of an app (rules/drives 4): connects again whenever it is lost, at Lark's pace and never
 * all instances at the same moment. Returns once it is told to stop.
 *
 * @throws DriveFailure where Lark refuses the app: `access_lost`, or `forbidden` where it takes no long connection.
 */
export async function maintainLongConnection(options: Options): Promise<void> {
  const { stopping, log, app } = options;
  let pace = FIRST_PACE;
  let said = false;
  while (!stopping.aborted) {
    let openedAt: number | undefined;
    try {
      const endpoint = await askForEndpoint(options);
      pace = endpoint.pace;
      await runSocket(endpoint.url, {
        ...options,
        // What is not this app's is nobody's business here, whoever sent it.
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
      if (error instanceof DriveFailure && ['access_lost', 'forbidden'].includes(error.outcome)) throw error;
      if (!said) log.warn({ err: error, kind: app.kind, app_id: app.appId }, 'the long connection to Lark is lost');
      said = true;
    }
    if (openedAt !== undefined) options.onDisconnected?.();
    // One that held for a while is there again soon; where none does, Lark says how long to wait.
    const held = openedAt !== undefined && performance.now() - openedAt > pace.pause;
    const wait = Math.random() * pace.jitter + (held ? 0 : pace.pause);
    await sleep(wait, undefined, { signal: stopping, ref: false }).catch(() => undefined);
  }
}

async function askForEndpoint({ fetch, apiUrl, app, stopping }: Options): Promise<{ url: URL; pace: Pace }> {
  const answer = parseLarkAnswer(
    await fetch({
      url: new URL(`${apiUrl}/callback/ws/endpoint`),
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', locale: 'en' },
      body: JSON.stringify({ AppID: app.appId, AppSecret: app.appSecret }),
      signal: stopping,
    }),
  );
  const detail = `Lark refuses a long connection with code ${answer.code}.`;
  if (answer.code === AUTH_FAILED) throw new DriveFailure('access_lost', { detail });
  if (answer.code === FORBIDDEN) throw new DriveFailure('forbidden', { detail });
  if (answer.code === TOO_MANY_CONNECTIONS) throw new DriveFailure('quota', { detail });
  if (answer.code !== 0) throw larkFailure(answer);
  const { data } = goodAnswer(Endpoint, answer);
  const url = new URL(data.URL);
  // Without TLS only where the API is without it too: a stand-in.
  const allowed = apiUrl.startsWith('http:') ? ['ws:', 'wss:'] : ['wss:'];
  if (!allowed.includes(url.protocol)) throw new DriveFailure('unavailable', { detail: 'Lark names no wss address.' });
  return { url, pace: data.ClientConfig };
}
