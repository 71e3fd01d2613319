import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../lib/workspace.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { AssignForm } from './assign-form.tsx';

interface AssignButtonProps {
  /** What is assigned; absent, it is chosen. */
  module?: { id: string; title: string };
}

/** Asks for whom a module is, for whoever may assign it. Nothing for anybody else. */
export function AssignButton({ module }: AssignButtonProps) {
  const mayAssign = useMay('assignments:manage') !== undefined;
  const [isAssigning, setAssigning] = useState(false);
  if (!mayAssign) return null;
  const close = () => setAssigning(false);
  return (
    <>
      <Button variant={module ? 'default' : 'filled'} onClick={() => setAssigning(true)}>
        {module ? 'Assign…' : 'Assign'}
      </Button>
      <FormDialog opened={isAssigning} onClose={close} title={module ? `Assign “${module.title}”` : 'Assign a module'}>
        <AssignForm onClose={close} moduleId={module?.id} />
      </FormDialog>
    </>
  );
}
