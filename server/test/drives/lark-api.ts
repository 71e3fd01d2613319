import { randomBytes } from 'node:crypto';
import type { LarkMemoryDrive, LarkNode } from './lark-memory-drive.ts';

export type LarkApp = { appId: string; appSecret: string };

/** Faults that replace Lark's usual answers. */
export type LarkFaults = {
  /** Refuses so many requests as too many; of older parts of the API the status is 400. */
  limited: { times: number; status: 400 | 429; resetSeconds: number } | undefined;
  /** Answers so many requests with that status, and with that code, or no JSON. */
  broken: { times: number; status: number; code?: number } | undefined;
  /** Forgets to say how a list goes on. */
  pageForgotten: boolean;
  /** The app was switched off, or its secret changed. */
  appRefused: boolean;
  /** Contents that every folder is said to have. */
  files: unknown[] | undefined;
  /** Files that can't be described, whichever were asked for. */
  failed: unknown[] | undefined;
  /** Items that can never be subscribed to: the answer is always status 500. */
  unsubscribable: Set<string>;
  /** Items that are refused as asked for too often, for an hour. */
  limitedItems: Set<string>;
};

export type LarkAnswer = { status: number; headers?: Record<string, string>; body: object | Uint8Array };

export type LarkRequest = { method: string; url: URL; header: (name: string) => string | undefined; body: string };

const good = (data: object): LarkAnswer => ({ status: 200, body: { code: 0, msg: 'success', data } });
const bad = (status: number, code: number, msg: string): LarkAnswer => ({ status, body: { code, msg } });

const NOT_FOUND = bad(404, 1061003, 'not found.');
const FORBIDDEN = bad(403, 1061004, 'forbidden.');
/** Kinds of files that can be subscribed to, and as which they can be asked for. */
const SUBSCRIBED = ['doc', 'docx', 'sheet', 'bitable', 'file', 'folder', 'slides'];
const TYPES = [...SUBSCRIBED, 'mindnote', 'wiki', 'synced_block'];
const MOST_ASKED = 200;

/** The calls of Lark's API that reading a drive takes, answered as Lark does. */
export class LarkApi {
  readonly faults: LarkFaults = {
    limited: undefined,
    broken: undefined,
    appRefused: false,
    pageForgotten: false,
    files: undefined,
    failed: undefined,
    unsubscribable: new Set(),
    limitedItems: new Set(),
  };
  readonly subscriptions = new Set<string>();
  /** Number of calls by method and path. */
  readonly asked = new Map<string, number>();
  readonly app: LarkApp;
  /** The name of the app's bot; an app may have none. */
  bot: string | undefined = 'Training reader';
  /** Seconds that a token is good for. */
  tokenLife = 7200;
  readonly #drive: LarkMemoryDrive;
  readonly #tokens = new Map<string, number>();

  constructor(app: LarkApp, drive: LarkMemoryDrive) {
    this.app = app;
    this.#drive = drive;
  }

  /** As when somebody has reset the secret: those that are out are none any more. */
  revokeTokens(): void {
    this.#tokens.clear();
  }

  isApp(id: unknown, secret: unknown): boolean {
    return !this.faults.appRefused && id === this.app.appId && secret === this.app.appSecret;
  }

  answer(request: LarkRequest): LarkAnswer {
    const path = request.url.pathname.replace(/^\/open-apis/, '');
    const call = this.#callOf(request.method, path);
    const name = call?.name ?? `${request.method} ${path}`;
    this.asked.set(name, (this.asked.get(name) ?? 0) + 1);
    const fault = this.#fault();
    if (fault) return fault;
    if (name === 'POST /auth/v3/tenant_access_token/internal') return this.#tenantToken(request.body);
    const token = /^Bearer (.+)$/.exec(request.header('authorization') ?? '')?.[1];
    if (token === undefined) return bad(400, 99991661, 'Missing access token for authorization.');
    if ((this.#tokens.get(token) ?? 0) < Date.now())
      return bad(400, 99991663, 'Invalid access token for authorization.');
    return call?.answer(request) ?? bad(404, 99991, 'no such call');
  }

  #fault(): LarkAnswer | undefined {
    const { limited, broken } = this.faults;
    if (limited && limited.times-- > 0) {
      const headers = { 'x-ogw-ratelimit-limit': '100', 'x-ogw-ratelimit-reset': String(limited.resetSeconds) };
      return { ...bad(limited.status, 99991400, 'request trigger frequency limit'), headers };
    }
    if (!broken || broken.times-- <= 0) return undefined;
    const { status, code } = broken;
    return code === undefined ? { status, body: Buffer.from('<html>') } : bad(status, code, 'failed');
  }

  #callOf(method: string, path: string): { name: string; answer: (request: LarkRequest) => LarkAnswer } | undefined {
    const token = /^\/(?:drive\/v1\/files|docx\/v1\/documents)\/([^/]+)\//.exec(path)?.[1] ?? '';
    const name = `${method} ${token ? path.replace(token, ':token') : path}`;
    const answers: Record<string, (request: LarkRequest) => LarkAnswer> = {
      'POST /auth/v3/tenant_access_token/internal': ({ body }) => this.#tenantToken(body),
      'GET /bot/v3/info': () => this.#bot(),
      'GET /drive/explorer/v2/root_folder/meta': () => good({ token: this.#drive.root, id: '1', user_id: '2' }),
      'GET /drive/v1/files': ({ url }) => this.#list(url.searchParams),
      'POST /drive/v1/metas/batch_query': ({ body }) => this.#metas(body),
      'GET /drive/v1/files/:token/download': () => this.#download(token),
      'POST /drive/v1/files/:token/subscribe': ({ url }) => this.#subscribe(token, url.searchParams),
      'GET /docx/v1/documents/:token/raw_content': () => this.#rawContent(token),
    };
    const answer = answers[name];
    return answer && { name, answer };
  }

  #tenantToken(body: string): LarkAnswer {
    const { app_id, app_secret }: { app_id?: string; app_secret?: string } = JSON.parse(body);
    if (!this.isApp(app_id, app_secret)) return bad(400, 10014, 'app secret invalid');
    const token = `t-${randomBytes(20).toString('hex')}`;
    this.#tokens.set(token, Date.now() + this.tokenLife * 1000);
    return { status: 200, body: { code: 0, msg: 'ok', tenant_access_token: token, expire: this.tokenLife } };
  }

  #bot(): LarkAnswer {
    if (this.bot === undefined) return bad(400, 11205, 'app do not have bot');
    return { status: 200, body: { code: 0, msg: 'ok', bot: { app_name: this.bot } } };
  }

  #list(query: URLSearchParams): LarkAnswer {
    const folder = query.get('folder_token') || this.#drive.root;
    const size = Number(query.get('page_size') ?? 100);
    const from = Number(query.get('page_token') ?? 0);
    if (!(size >= 1 && size <= 200) || !Number.isInteger(from)) return bad(400, 1061002, 'params error.');
    const node = this.#drive.get(folder);
    if (node?.trashed) return bad(404, 1061007, 'file has been delete.');
    if (node && !node.shared) return FORBIDDEN;
    const all = this.#drive.childrenOf(folder);
    if (!all) return NOT_FOUND;
    // All of the root comes at once.
    const page = folder === this.#drive.root ? all : all.slice(from, from + size);
    const next = from + page.length;
    const more = next < all.length;
    return good({
      files: this.faults.files ?? page.map(listed),
      has_more: more,
      ...(more && !this.faults.pageForgotten && { next_page_token: String(next) }),
    });
  }

  #metas(body: string): LarkAnswer {
    const { request_docs: asked }: { request_docs: { doc_token: string; doc_type: string }[] } = JSON.parse(body);
    if (asked.length > MOST_ASKED || asked.some(({ doc_type }) => !TYPES.includes(doc_type))) {
      return bad(400, 1061002, 'params error.');
    }
    if (asked.some(({ doc_token }) => this.faults.limitedItems.has(doc_token))) {
      return { ...bad(429, 99991400, 'request trigger frequency limit'), headers: { 'x-ogw-ratelimit-reset': '3600' } };
    }
    const metas: object[] = [];
    const failed: { token: string; code: number }[] = [];
    for (const { doc_token: token, doc_type } of asked) {
      const node = this.#drive.get(token);
      if (!node || node.trashed || node.type !== doc_type) failed.push({ token, code: 970005 });
      else if (!node.shared) failed.push({ token, code: 970003 });
      else metas.push(metaOf(node));
    }
    return good({ metas, failed_list: this.faults.failed ?? failed });
  }

  #download(token: string): LarkAnswer {
    const node = this.#drive.get(token);
    if (!node || node.trashed || node.type !== 'file') return NOT_FOUND;
    if (!node.shared) return FORBIDDEN;
    return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: node.bytes };
  }

  #rawContent(token: string): LarkAnswer {
    const node = this.#drive.get(token);
    if (!node || node.type !== 'docx') return bad(404, 1770002, 'not found');
    if (node.trashed) return bad(400, 1770003, 'resource deleted');
    return node.shared ? good({ content: node.text }) : bad(403, 1770032, 'forBidden');
  }

  #subscribe(token: string, query: URLSearchParams): LarkAnswer {
    const node = this.#drive.get(token);
    const type = query.get('file_type') ?? '';
    const event = query.get('event_type');
    const wanted = type === 'folder' ? 'file.created_in_folder_v1' : null;
    if (!SUBSCRIBED.includes(type) || event !== wanted) return bad(400, 1061002, 'params error.');
    if (!node || node.trashed || node.type !== type) return NOT_FOUND;
    if (!node.shared) return FORBIDDEN;
    if (this.faults.unsubscribable.has(token)) return bad(500, 1061001, 'internal error.');
    this.subscriptions.add(token);
    return good({});
  }
}

function listed(node: LarkNode) {
  const { token, name, type, parent, target } = node;
  const shortcut = target && { shortcut_info: { target_token: target.token, target_type: target.type } };
  const times = { created_time: String(node.modified), modified_time: String(node.modified) };
  return { token, name, type, parent_token: parent, url: urlOf(node), owner_id: 'ou_owner', ...times, ...shortcut };
}

function metaOf(node: LarkNode) {
  const times = { create_time: String(node.modified), latest_modify_time: String(node.modified) };
  const people = { owner_id: 'ou_owner', latest_modify_user: 'ou_owner' };
  return { doc_token: node.token, doc_type: node.type, title: node.name, url: urlOf(node), ...people, ...times };
}

function urlOf({ token, type }: LarkNode): string {
  return `https://acme.larksuite.example/${type === 'folder' ? 'drive/folder' : type}/${token}`;
}
