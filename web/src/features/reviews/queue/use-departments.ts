import type { DepartmentName } from '@training/shared/departments/departments';
import { trpc } from '../../../lib/api/trpc.ts';

/** Returns the departments for filters and choices; empty while loading. */
export function useDepartments(): DepartmentName[] {
  return trpc.departments.names.useQuery().data ?? [];
}
