import { WORKSPACE_HEADER } from '@training/shared/sessions';
import type { Caller } from './target.ts';

/** Who of the tenant calls: somebody with a browser, or the tenant's external system. */
export type Who = keyof Caller['cookies'] | 'token';

export interface Answer {
  /** 0 where none came. */
  status: number;
  /** The parsed body; undefined where there was none. */
  body: unknown;
}

/** Milliseconds until a call counts as unanswered. */
const PATIENCE = 60_000;

export function headersOf(tenant: Caller, who: Who, base: string): Record<string, string> {
  if (who === 'token') return { authorization: `Bearer ${tenant.token}` };
  return { cookie: tenant.cookies[who], origin: base, [WORKSPACE_HEADER]: tenant.workspace };
}

let turn = 0;

/**
 * Asks the next instance, and each of the others once where nothing listens, as a balancer does. Each call goes round
 * by itself: taking turns with others at every try, it could come to a dead instance each time.
 */
export async function balanced<A>(bases: string[], ask: (base: string) => Promise<A>): Promise<A> {
  const first = turn++;
  for (let tries = 0; ; tries++) {
    try {
      return await ask(bases[(first + tries) % bases.length] ?? '');
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      const refused = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
      if (!refused || tries + 1 >= bases.length) throw error;
    }
  }
}

/** Calls once; what does not answer is status 0, and never throws. */
export async function call(
  bases: string | string[],
  { tenant, who, path, body, signal }: { tenant: Caller; who: Who; path: string; body?: unknown; signal?: AbortSignal },
): Promise<Answer> {
  const deadline = AbortSignal.timeout(PATIENCE);
  try {
    const list = typeof bases === 'string' ? [bases] : bases;
    const response = await balanced(list, (base) =>
      fetch(`${base}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...headersOf(tenant, who, base),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      }),
    );
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, body: isJson ? JSON.parse(text) : undefined };
  } catch {
    return { status: 0, body: undefined };
  }
}
