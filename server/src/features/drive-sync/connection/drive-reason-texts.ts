import type { DriveStateReason } from '@training/shared/drives/drives';
import { translatorIn } from '../../../core/messages.ts';

const texts = translatorIn('drives', 'en');

/** Returns the problem of a connection and the remedy. */
export const describeDriveStateReason = (reason: DriveStateReason): string => texts(`reason.${reason}`);

/** Returns why a file isn't read, from its stored code. Reasons without a message are stored as text already. */
export function describeUnreadFileReason(reason: string): string {
  const key = `fileReason.${reason}`;
  return texts.has(key) ? texts(key) : reason;
}
