// A program beside the console that takes the router's type and the contract: every call is checked when it is written.
//
//   node server/examples/typed-client.ts --url http://127.0.0.1:3000 --token wtp_…   (or TRAINING_TOKEN)
import { parseArgs } from 'node:util';
import type { AppRouter } from '@training/server/router';
import { ERRORS_BY_CODE, type ErrorCode } from '@training/shared/errors';
import type { User } from '@training/shared/users/users';
import { createTRPCClient, httpLink, TRPCClientError, type TRPCClient } from '@trpc/client';

/** A client of the procedures whose permission is a scope of `token`. */
export function connect(url: string, token: string): TRPCClient<AppRouter> {
  const headers = { authorization: `Bearer ${token}` };
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: `${url}/api/trpc`, headers })] });
}

/** Every active user of the workspace, page by page. */
export async function* activeUsers(client: TRPCClient<AppRouter>): AsyncGenerator<User> {
  for (let offset = 0; ;) {
    const page = await client.users.list.query({ status: 'active', limit: 500, offset });
    yield* page.users;
    offset += page.users.length;
    if (page.users.length === 0 || offset >= page.total) return;
  }
}

/** Deactivates whoever has left; false when nobody has that e-mail, which is as good. */
export async function deactivate(client: TRPCClient<AppRouter>, email: string): Promise<boolean> {
  try {
    const { result } = await client.users.upsert.mutate({ email, deactivate: true });
    return result === 'deactivated' || result === 'unchanged';
  } catch (error) {
    if (errorCodeOf(error) === 'user_not_found') return false;
    throw error;
  }
}

/** The code of the contract's table, or undefined for what never reached the server. */
export function errorCodeOf(error: unknown): ErrorCode | undefined {
  if (!isOurs(error)) return undefined;
  const code = error.data?.app_code;
  return code !== undefined && code in ERRORS_BY_CODE ? code : undefined;
}

function isOurs(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof TRPCClientError;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:3000' },
      token: { type: 'string', default: process.env['TRAINING_TOKEN'] ?? '' },
    },
  });
  const client = connect(values.url, values.token);
  try {
    for await (const user of activeUsers(client)) {
      console.log(`${user.email}  ${user.role}  ${user.department ?? 'no department'}`);
    }
  } catch (error) {
    if (!isOurs(error)) throw error;
    console.error(error.data ? `${error.data.app_code}: ${error.data.detail}` : `${values.url}: ${error.message}`);
    process.exitCode = 1;
  }
}
