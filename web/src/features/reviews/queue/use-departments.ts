import type { DepartmentName } from '@training/shared/departments';
import { trpc } from '../../../lib/trpc.ts';

/** Returns the departments for filters and choices; empty while loading. */
export function useDepartments(): DepartmentName[] {
  return trpc.departments.names.useQuery().data ?? [];
}
