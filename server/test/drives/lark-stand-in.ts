import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { LarkApi, type LarkAnswer, type LarkApp } from './lark-api.ts';
import { LarkMemoryDrive, type LarkChange } from './lark-memory-drive.ts';
import { LarkSockets } from './lark-sockets.ts';
import { webhookRequest, type LarkKeys } from './lark-webhook.ts';

type Options = {
  port?: number;
  app?: LarkApp;
  keys?: LarkKeys;
  /** Milliseconds after which an event comes again that was not stored; Lark waits 15 s, then ever longer. */
  again?: number;
};

/** An event as Lark tells it. */
export type LarkMessage = ReturnType<typeof messageOf>;

export type LarkStandIn = Awaited<ReturnType<typeof startLarkStandIn>>;

/** Events that nobody has stored are told so often in all. */
const MOST_TIMES = 5;

/**
 * Lark and Feishu as far as reading a drive goes, on a port of its own: the calls of the API, a drive that can be
 * edited, long connections, and webhooks. Whatever is subscribed to is told of by long connection, to which there is no
 * need to be asked, and by webhook where an address was set.
 */
export async function startLarkStandIn(options: Options = {}) {
  const app = options.app ?? { appId: 'cli_a1b2c3d4e5f6a7b8', appSecret: 'app-secret' };
  const keys = options.keys ?? { encryptKey: 'encrypt-key', verificationToken: 'verification-token' };
  const again = options.again ?? 15_000;
  const drive = new LarkMemoryDrive(changed);
  const api = new LarkApi(app, drive);
  const sockets = new LarkSockets(acked);
  const waiting = new Map<string, { message: LarkMessage; times: number }>();
  const timers = new Set<NodeJS.Timeout>();
  let webhook: string | undefined;

  function changed({ type, node, folder }: LarkChange): void {
    const subscribed = folder === undefined ? node.token : folder;
    if (!api.subscriptions.has(subscribed)) return;
    const message = messageOf(type, { appId: app.appId, ...keys }, { token: node.token, type: node.type, folder });
    tell(message);
  }

  /** By whatever way the app has chosen. */
  function tell(message: LarkMessage, times = 1): void {
    if (webhook !== undefined) {
      const { headers, body } = webhookRequest(message, keys);
      fetch(webhook, { method: 'POST', headers, body, signal: AbortSignal.timeout(3_000) }).then(
        (response) => void (response.ok || tellAgain(message, times)),
        () => tellAgain(message, times),
      );
      return;
    }
    const id = sockets.send(message);
    if (id === undefined) tellAgain(message, times);
    else waiting.set(id, { message, times });
  }

  function acked({ messageId, code }: { messageId: string; code: number }): void {
    const sent = waiting.get(messageId);
    waiting.delete(messageId);
    if (sent && code !== 200) tellAgain(sent.message, sent.times);
  }

  function tellAgain(message: LarkMessage, times: number): void {
    if (times >= MOST_TIMES) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      tell(message, times + 1);
    }, again * times);
    timers.add(timer.unref());
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    const body = (await buffer(request)).toString('utf8');
    const header = (name: string) => request.headers[name]?.toString();
    if (url.pathname === '/callback/ws/endpoint') return send(response, endpoint(body));
    send(response, api.answer({ method: request.method ?? 'GET', url, header, body }));
  }

  function endpoint(body: string): LarkAnswer {
    const { AppID, AppSecret }: { AppID?: string; AppSecret?: string } = JSON.parse(body);
    if (!api.isApp(AppID, AppSecret)) return { status: 200, body: { code: 514, msg: 'auth failed', data: {} } };
    const data = { URL: sockets.endpointFor(origin), ClientConfig: sockets.pace };
    return { status: 200, body: { code: 0, msg: '', data } };
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else send(response, { status: 500, body: { code: 1, msg: String(error) } });
    });
  });
  server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head));
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port');
  const origin = `http://127.0.0.1:${address.port}`;

  return {
    url: origin,
    /** The settings that have a server ask it. */
    env: { LARK_BASE_URL: origin, FEISHU_BASE_URL: origin },
    app,
    keys,
    drive,
    api,
    sockets,
    /** Sends events there from now on, instead of by long connection. */
    setWebhook(target: string | undefined): void {
      webhook = target;
    },
    /** An event that is not sent by itself. */
    message: (type: string, token: string, folder?: string) =>
      messageOf(type, { appId: app.appId, ...keys }, { token, type: drive.get(token)?.type ?? 'docx', folder }),
    tell: (message: LarkMessage) => tell(message),
    async stop(): Promise<void> {
      for (const timer of timers) clearTimeout(timer);
      sockets.stop();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

type Told = { token: string; type: string; folder: string | undefined };

function messageOf(
  type: string,
  app: { appId: string; verificationToken: string },
  { token, type: fileType, folder }: Told,
) {
  const header = {
    event_id: randomUUID().replaceAll('-', ''),
    event_type: type,
    create_time: String(Date.now()),
    token: app.verificationToken,
    app_id: app.appId,
    tenant_key: 'tenant',
  };
  const event = { file_type: fileType, file_token: token, ...(folder !== undefined && { folder_token: folder }) };
  return { schema: '2.0', header, event: { ...event, operator_id_list: [{ open_id: 'ou_somebody' }] } };
}

function send(response: ServerResponse, { status, headers, body }: LarkAnswer): void {
  const isFile = body instanceof Uint8Array;
  response.writeHead(status, { 'content-type': isFile ? 'text/html' : 'application/json; charset=utf-8', ...headers });
  response.end(isFile ? body : JSON.stringify(body));
}
