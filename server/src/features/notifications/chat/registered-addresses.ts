import { registerSealedColumn } from '../../secrets/sealed-column.ts';
import { chatSubject, removeChat } from './remove-chat.ts';
import { SEALED_ADDRESS } from './sealed-address.ts';

/**
 * Chat channels, for the operator's commands. One whose URL can't be decrypted any more is removed until it is added
 * again.
 */
export const CHAT_ADDRESSES = registerSealedColumn(SEALED_ADDRESS, {
  rewrapped: (row) => ({ action: 'chat.rewrapped', subject: chatSubject(row) }),
  discard: removeChat,
});
