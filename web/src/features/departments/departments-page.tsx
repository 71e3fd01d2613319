import { Button } from '@mantine/core';
import { IconBuilding, IconPlus } from '@tabler/icons-react';
import type { Department } from '@training/shared/departments/departments';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { useMay } from '../../lib/workspace.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { DeleteDepartmentDialog } from './delete-department-dialog.tsx';
import { DepartmentDialog } from './department-dialog.tsx';
import { DepartmentTable } from './department-table.tsx';

export function DepartmentsPage() {
  const mayWrite = useMay('departments:write') !== undefined;
  const departments = trpc.departments.list.useQuery();
  // A new object per opening resets the form.
  const [naming, setNaming] = useState<{ department: Department | null } | null>(null);
  const [deleting, setDeleting] = useState<Department | null>(null);
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNaming({ department: null })}>
      New department
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Departments"
        description="A trainer writes courses for one department; people and suggestions can belong to one."
        actions={mayWrite && create}
      />
      <PageState query={departments} what="the list of departments">
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="No departments yet" icon={<IconBuilding size={28} stroke={1.5} />}>
              {mayWrite ? 'Create one to give it trainers and courses.' : 'A super admin can create one here.'}
            </EmptyState>
          ) : (
            <DepartmentTable
              departments={all}
              actions={
                mayWrite ? { onRename: (department) => setNaming({ department }), onDelete: setDeleting } : undefined
              }
            />
          )
        }
      </PageState>
      <DepartmentDialog naming={naming} onClose={() => setNaming(null)} />
      <DeleteDepartmentDialog department={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}
