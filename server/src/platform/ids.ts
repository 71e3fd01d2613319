import { v7 } from 'uuid';

/** Creates an identifier: UUIDv7, so that ids sort by creation time (rules/values 1). */
export function newId(): string {
  return v7();
}
