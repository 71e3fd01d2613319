import { Button } from '@mantine/core';
import { useState } from 'react';
import { useOpenedByLink } from '../../lib/use-opened-by-link.ts';
import { useMay } from '../../lib/workspace.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';

const AssignDialog = lazyDialog(async () => (await import('./assign-dialog.tsx')).AssignDialog, { opened: false });

interface AssignButtonProps {
  /** The module to assign; if absent, the form asks for it. */
  module?: { id: string; title: string };
}

/** Opens the assignment form. Renders nothing if the user may not assign modules. */
export function AssignButton({ module }: AssignButtonProps) {
  const mayAssign = useMay('assignments:manage') !== undefined;
  const [isAssigning, setAssigning] = useState(false);
  useOpenedByLink('assign', mayAssign ? () => setAssigning(true) : undefined);
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
