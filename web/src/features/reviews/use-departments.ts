import { trpc } from '../../lib/trpc.ts';
import { useMay } from '../../lib/workspace.ts';

interface NamedDepartment {
  id: string;
  name: string;
}

/** The departments to filter by. Those who may not see the list of them see those of the courses. */
export function useDepartments(): NamedDepartment[] {
  const mayRead = useMay('departments:read') !== undefined;
  const departments = trpc.departments.list.useQuery(undefined, { enabled: mayRead });
  const courses = trpc.courses.list.useQuery({ limit: 100 }, { enabled: !mayRead });
  if (mayRead) return departments.data ?? [];
  const found = new Map<string, string>();
  for (const { department_id, department } of courses.data?.courses ?? []) {
    if (department_id !== null && department !== null) found.set(department_id, department);
  }
  return [...found].map(([id, name]) => ({ id, name })).sort((one, other) => one.name.localeCompare(other.name));
}
