import type { DemoCourse } from '../content.ts';
import { abusiveContacts } from './customer-conversations/abusive-contacts.ts';
import { clearReplies } from './customer-conversations/clear-replies.ts';
import { complaints } from './customer-conversations/complaints.ts';
import { deliveryProblems } from './customer-conversations/delivery-problems.ts';
import { phoneCalls } from './customer-conversations/phone-calls.ts';

export const customerConversations: DemoCourse = {
  title: 'Customer conversations',
  emoji: '🎧',
  department: 'customer_service',
  published: true,
  modules: [phoneCalls, complaints, clearReplies, deliveryProblems, abusiveContacts],
};
