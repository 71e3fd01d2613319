import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../lib/workspace.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';

const AssignDialog = lazyDialog(async () => (await import('./assign-dialog.tsx')).AssignDialog, { opened: false });

interface AssignButtonProps {
  /** What is assigned; absent, it is chosen. */
  module?: { id: string; title: string };
}

/** Asks for whom a module is, for whoever may assign it. Nothing for anybody else. */
export function AssignButton({ module }: AssignButtonProps) {
  const mayAssign = useMay('assignments:manage') !== undefined;
  const [isAssigning, setAssigning] = useState(false);
  if (!mayAssign) return null;
  return (
    <>
      <Button variant={module ? 'default' : 'filled'} onClick={() => setAssigning(true)}>
        {module ? 'Assign…' : 'Assign'}
      </Button>
      <AssignDialog module={module} opened={isAssigning} onClose={() => setAssigning(false)} />
    </>
  );
}
