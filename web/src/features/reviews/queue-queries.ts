import type { DepartmentOption } from '@training/shared/departments/departments';
import { trpc } from '../../lib/api/trpc.ts';
import { liveTopics } from '@training/shared/live';
import { useLiveQuery } from '../../lib/api/live-query.ts';

/** Returns the reviewer's next module in the queue; undefined while loading. */
export function useNextReview(moduleId: string) {
  const next = trpc.reviews.next.useQuery({ module_id: moduleId });
  return useLiveQuery(next, { topic: liveTopics.reviews }).data;
}

/** Returns the departments for filters and choices; empty while loading. */
export function useDepartmentOptions(): DepartmentOption[] {
  return trpc.departments.names.useQuery().data ?? [];
}
