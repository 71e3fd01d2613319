import type { FastifyRequest } from 'fastify';
import type { Workspace } from '../../core/context.ts';
import type { Database } from '../../database/database.ts';
import { AppError } from '../../core/errors.ts';
import { findToken, type FindInTurn, type TokenActor } from './find-token.ts';

export type TokenCaller = { workspace: Workspace; actor: TokenActor };

/** Returns the value of `Authorization: Bearer …`; undefined if the request has none. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** @throws AppError 401 `token_missing` or `token_invalid` */
export async function authenticate(db: Database, request: FastifyRequest, inTurn: FindInTurn): Promise<TokenCaller> {
  const value = bearerToken(request);
  if (value === undefined) throw new AppError('token_missing', 'Send an API token: Authorization: Bearer wtp_….');
  const found = await findToken(db, value, inTurn);
  if (!found) {
    throw new AppError(
      'token_invalid',
      'The API token is mistyped or was revoked. Create a new one on the settings page.',
    );
  }
  return found;
}
