import { newTokenValue, hashTokenValue, shownTokenPrefixOf } from '../../../src/auth/tokens/token-value.ts';
import type { ApiTokenRow } from '../../../src/features/tokens/token.entity.ts';
import { before, idAt } from './moments.ts';
import type { Person } from './people.ts';
import { HR_SYNC } from './timeline.ts';

/** A token that was used for nine months and is revoked; nobody has ever seen its value. */
export function tokenHistory(workspaceId: string, administrator: Person, now: Date) {
  const value = newTokenValue();
  const createdAt = before(now, HR_SYNC.issued);
  const token: ApiTokenRow = {
    workspaceId,
    id: idAt(createdAt),
    name: HR_SYNC.name,
    prefix: shownTokenPrefixOf(value),
    hash: hashTokenValue(value),
    scopes: ['users:read', 'users:write'],
    createdBy: administrator.row.id,
    createdByName: administrator.row.fullName,
    createdAt,
    revokedAt: before(now, HR_SYNC.revoked),
    revokedByName: administrator.row.fullName,
    scimConnectionId: null,
  };
  const lastUse = { usedAt: before(now, HR_SYNC.lastUsed), operation: 'POST /users', ip: HR_SYNC.ip };
  return { token, lastUse };
}
