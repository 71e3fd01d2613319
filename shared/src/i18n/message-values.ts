// Written by scripts/message-types.ts.
import type frame from '../../messages/en/frame.json';
import type tokens from '../../messages/en/tokens.json';

/** A tag in a message, such as `<link>…</link>`. */
export interface Tag {
  readonly isTag: true;
}

/** The catalogues by feature. */
export interface Catalogues {
  'frame': typeof frame;
  'tokens': typeof tokens;
}

/** The values of the messages that have any. */
export interface MessageValues {
  'tokens.description': { reference: Tag };
  'tokens.showRevoked': { count: number };
  'tokens.wasRevoked': { name: string };
  'tokens.revokeQuestion': { name: string };
  'tokens.lastUsedAt': { at: string };
  'tokens.lastUsedBy': { at: string; operation: string; ip: string };
  'tokens.lastUseRefused': { at: string; operation: string; ip: string; status: string };
  'tokens.replaceName': { name: string };
  'tokens.createdName': { name: string };
  'tokens.createsAnother': { name: string };
  'tokens.newName': { name: string };
  'tokens.revokeOnceUsed': { name: string };
  'tokens.replaceOf': { name: string };
  'tokens.revokeOf': { name: string };
  'tokens.revokedAt': { at: Tag };
  'tokens.revokedBy': { at: Tag; by: string };
  'tokens.createdBy': { by: string };
  'tokens.usedFrom': { operation: string; ip: string };
  'tokens.usedRefused': { operation: string; ip: string; status: string };
  'tokens.firstCall': { b: Tag; operation: string; at: Tag };
  'tokens.firstCallRefused': { b: Tag; operation: string; status: string; at: Tag };
}
