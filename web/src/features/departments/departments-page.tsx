import { Button, TextInput } from '@mantine/core';
import { IconBuilding, IconPlus } from '@tabler/icons-react';
import { type Department, CreateDepartment } from '@training/shared/departments/departments';
import { useState } from 'react';
import { useOpenByUrlFragment } from '../../lib/use-opened-by-link.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { DeleteDepartmentDialog } from './delete-department-dialog.tsx';
import { DepartmentTable } from './department-table.tsx';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('departments');

export function DepartmentsPage() {
  const mayWrite = usePermissionReach('departments:write') !== undefined;
  const departments = trpc.departments.list.useQuery();
  // A new object per opening resets the form.
  const [naming, setNaming] = useState<{ department: Department | null } | null>(null);
  const [deleting, setDeleting] = useState<Department | null>(null);
  useOpenByUrlFragment('new-department', mayWrite ? () => setNaming({ department: null }) : undefined);
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNaming({ department: null })}>
      {t('newDepartment')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('departments')} description={t('description')} actions={mayWrite && create} />
      <PageState query={departments} what={t('theDepartments')}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t('noDepartmentsYet')} icon={<IconBuilding size={28} stroke={1.5} />}>
              {mayWrite ? t('createOne') : t('superAdminCanCreate')}
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

interface DepartmentDialogProps {
  /** The department to rename, or `department: null` for a new one; null if the dialog is closed. */
  naming: { department: Department | null } | null;
  onClose: () => void;
}

function DepartmentDialog({ naming, onClose }: DepartmentDialogProps) {
  const department = naming?.department ?? null;
  return (
    <FormDialog
      opened={naming !== null}
      onClose={onClose}
      title={department === null ? t('newDepartment') : t('renameDepartment', { name: department.name })}
      size="md"
    >
      <NameForm department={department} onClose={onClose} />
    </FormDialog>
  );
}

function NameForm({ department, onClose }: { department: Department | null; onClose: () => void }) {
  const utils = trpc.useUtils();
  const create = trpc.departments.create.useMutation();
  const rename = trpc.departments.rename.useMutation();
  const { form, inDialog } = useContractForm(CreateDepartment, { name: department?.name ?? '' }, [
    'department',
    department?.id ?? 'new',
  ]);
  const send = async ({ name }: CreateDepartment) => {
    if (department === null) await create.mutateAsync({ name });
    else await rename.mutateAsync({ id: department.id, name });
    notify(department === null ? t('wasAdded', { name }) : t('wasRenamed', { before: department.name, name }));
    // The name appears in every list.
    void utils.invalidate();
    onClose();
  };
  return (
    <FormInDialog
      {...inDialog(send)}
      onClose={onClose}
      failure={department === null ? t('failedToCreateDepartment') : t('failedToRenameDepartment')}
      submitLabel={department === null ? t('createDepartment') : t('rename')}
    >
      <TextInput
        label={t('name')}
        description={t('mustBeUnique')}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormInDialog>
  );
}
