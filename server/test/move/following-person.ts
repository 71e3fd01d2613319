import { setTimeout as sleep } from 'node:timers/promises';
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import type { AppRouter } from '../../src/app/router.ts';
import type { Client } from '../server.ts';
import type { Installation } from './installation.ts';

/** Milliseconds until a page that was refused asks again. */
const AGAIN = 50;

/** Refusals after which a person looks at the other address, or signs in anew. */
const ELSEWHERE = new Set(['workspace_moved', 'unavailable', 'not_a_member', 'not_signed_in']);

/** Somebody at the console who goes where their workspace went, signs in there, and repeats what was refused. */
export class FollowingPerson {
  readonly #email: string;
  readonly #slug: string;
  readonly #installations: readonly Installation[];
  readonly #cookies = new Map<Installation, string>();
  #at: Installation;
  /** Steps that were answered. */
  steps = 0;

  constructor(email: string, slug: string, installations: readonly [Installation, ...Installation[]]) {
    this.#email = email;
    this.#slug = slug;
    this.#installations = installations;
    this.#at = installations[0];
  }

  /** Takes a step as often as it takes to be answered. @throws what else it is refused for */
  async step<Answer>(ask: (client: Client) => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        const answer = await ask(await this.#client());
        this.steps++;
        return answer;
      } catch (error) {
        const code = codeOf(error);
        if (code === undefined || !ELSEWHERE.has(code)) throw error;
        if (code === 'not_signed_in') this.#cookies.delete(this.#at);
        this.#at = this.#installations.find((each) => each !== this.#at) ?? this.#at;
        await sleep(AGAIN);
      }
    }
  }

  async #client(): Promise<Client> {
    const { base, server } = this.#at;
    const cookie = this.#cookies.get(this.#at) ?? (await server.signIn(this.#email).catch(() => ''));
    if (cookie !== '') this.#cookies.set(this.#at, cookie);
    const headers = { origin: base, cookie, [WORKSPACE_HEADER]: this.#slug };
    return createTRPCClient<AppRouter>({ links: [httpLink({ url: `${base}/api/trpc`, headers })] });
  }
}

/** Returns the code of a refusal; undefined if nothing answered. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  return (error as TRPCClientError<AppRouter>).data?.app_code;
}
