import { v7 } from 'uuid';

/** A new identifier: UUIDv7, so that ids made later sort later (rules/values 1). */
export function newId(): string {
  return v7();
}
