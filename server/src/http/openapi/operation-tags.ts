import type { AnyRouter } from '@trpc/server';
import { restOperationsOf, type RestOperation } from '../rest/operations.ts';

/** Tag of the webhooks sent to other systems. */
export const WEBHOOK_EVENTS_TAG = 'events';

/** Tags of the operations, in the order of rules/api 1, followed by the tag of the events. */
export const OPERATION_TAGS = [
  { name: 'catalog', description: 'Courses and their modules.' },
  { name: 'analytics', description: 'Completion, progress and recertification.' },
  { name: 'users', description: 'People, their roles and departments.' },
  { name: 'attested', description: 'Past training taken over from other systems.' },
  { name: 'shifts', description: 'Who is at work, which shared devices can list.' },
  { name: 'paths', description: 'Modules in order that are assigned as one, and how people stand in them.' },
  { name: 'content', description: 'Published content for other systems, and drafts of theirs.' },
  { name: 'intake', description: 'Content for the Recommended queue.' },
  {
    name: WEBHOOK_EVENTS_TAG,
    description: 'What the platform sends to the endpoints that a workspace has under Settings.',
  },
];

/** Returns the tag of an operation: the name of its router. */
export function tagOfOperation(operation: RestOperation): string {
  return operation.name.split('.', 1)[0] ?? operation.name;
}

/** Returns the operations ordered by tag. */
export function listRestOperationsInTagOrder(router: AnyRouter): RestOperation[] {
  const place = (operation: RestOperation) =>
    OPERATION_TAGS.findIndex(({ name }) => name === tagOfOperation(operation));
  return restOperationsOf(router).toSorted((a, b) => place(a) - place(b));
}
