import { z } from 'zod';
import { contractMessage } from '#contract';
import { TokenScope } from '../permissions.ts';
import { Id, Timestamp, labelSchema } from '../primitives.ts';

/** The format of a token, published for secret scanners: 30 base62 characters and a checksum of 6 (rules/tokens 1). */
export const API_TOKEN_PATTERN = /^wtp_[0-9A-Za-z]{36}$/;

/** The maximum number of active tokens per workspace. */
export const MAX_ACTIVE_TOKENS = 50;

/** Days without use after which a token is flagged. Tokens are never revoked automatically. */
export const UNUSED_TOKEN_DAYS = 90;

/** Presets that preselect scopes in the form (rules/tokens 6). */
export const SCOPE_PRESETS: { name: 'hr' | 'bi' | 'content'; scopes: TokenScope[] }[] = [
  { name: 'hr', scopes: ['users:read', 'users:write'] },
  { name: 'bi', scopes: ['catalog:read', 'analytics:read', 'users:read'] },
  { name: 'content', scopes: ['intake:create'] },
];

/** A row of the settings page, never with the token's value (rules/tokens 3). */
export const ApiToken = z.strictObject({
  id: Id,
  name: z.string(),
  prefix: z
    .string()
    .nullable()
    .describe('The first characters of the value, to tell tokens apart; null for those who see the status only.'),
  scopes: z.array(TokenScope),
  created_at: Timestamp,
  created_by: z
    .string()
    .nullable()
    .describe('A name; the token outlives its creator’s account. Null for those who see the status only.'),
  revoked_at: Timestamp.nullable(),
  revoked_by: z.string().nullable(),
  last_used: z
    .strictObject({
      at: Timestamp,
      operation: z.string().nullable(),
      ip: z.string().nullable(),
      status: z.int().nullable().describe('Of the answer; null where it is not known.'),
    })
    .nullable()
    .describe('Written at most once a minute; those who see the status only see when.'),
  unused: z.boolean().describe('Active, and not used for 90 days.'),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const TokenList = z.strictObject({ tokens: z.array(ApiToken) });
export type TokenList = z.infer<typeof TokenList>;

export const CreateToken = z.strictObject({
  name: labelSchema(100),
  scopes: z
    .array(TokenScope)
    .min(1, { error: () => contractMessage('chooseScope') })
    .refine((scopes) => new Set(scopes).size === scopes.length, { error: () => contractMessage('eachScopeOnce') })
    .refine((scopes) => !scopes.includes('scim') || scopes.length === 1, { error: () => contractMessage('scimAlone') }),
  scim_connection_id: Id.optional().describe('The connection of an identity provider that gets a new token.'),
});
export type CreateToken = z.infer<typeof CreateToken>;

/** The new token. This is the only response that contains the value. */
export const CreatedToken = z.strictObject({
  id: Id,
  token: z.string(),
  name: z.string(),
  scopes: z.array(TokenScope),
});
export type CreatedToken = z.infer<typeof CreatedToken>;

export const RevokeToken = z.strictObject({ id: Id });
export type RevokeToken = z.infer<typeof RevokeToken>;

export const RevokedToken = z.strictObject({ id: Id, revoked_at: Timestamp });
export type RevokedToken = z.infer<typeof RevokedToken>;

/** The response of `GET /api/token`: the token's identity. */
export const TokenIdentity = z.strictObject({
  id: Id,
  name: z.string(),
  scopes: z.array(TokenScope),
  workspace: z.strictObject({ id: Id, slug: z.string(), name: z.string() }),
  created_at: Timestamp,
});
export type TokenIdentity = z.infer<typeof TokenIdentity>;
