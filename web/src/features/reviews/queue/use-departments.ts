import type { DepartmentName } from '@training/shared/departments';
import { trpc } from '../../../lib/trpc.ts';

/** The departments to filter by or to choose from; empty while they are on their way. */
export function useDepartments(): DepartmentName[] {
  return trpc.departments.names.useQuery().data ?? [];
}
