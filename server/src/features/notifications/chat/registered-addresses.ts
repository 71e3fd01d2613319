import { registerSealedColumn } from '../../secrets/sealed-column.ts';
import { chatSubject, removeChat } from './remove-chat.ts';
import { SEALED_ADDRESS } from './sealed-address.ts';

/**
 * Chat channels, as the operator's commands see them. A lost one is removed: nothing is sent there until it is added
 * again.
 */
export const CHAT_ADDRESSES = registerSealedColumn(SEALED_ADDRESS, {
  rewrapped: (row) => ({ action: 'chat.rewrapped', subject: chatSubject(row) }),
  discard: removeChat,
});
