import { Button } from '@mantine/core';
import { useOpenedByLink } from '../../lib/use-opened-by-link.ts';
import { useMay } from '../../lib/workspace.ts';
import type { Chosen } from './chosen.ts';
import { useAssignDialog } from './use-assign-dialog.tsx';

interface AssignButtonProps {
  /** The module or course to assign. */
  module?: Chosen;
  /** Who gets it. */
  audience?: Chosen;
}

/** Opens the assignment form. Renders nothing if the user may not assign modules. */
export function AssignButton({ module, audience }: AssignButtonProps) {
  const mayAssign = useMay('assignments:manage') !== undefined;
  const { open, dialog } = useAssignDialog();
  const assign = () => open({ modules: module ? [module] : [], audiences: audience ? [audience] : [] });
  useOpenedByLink('assign', mayAssign ? assign : undefined);
  if (!mayAssign) return null;
  const isOfPage = module !== undefined || audience !== undefined;
  return (
    <>
      <Button variant={isOfPage ? 'default' : 'filled'} onClick={assign}>
        {isOfPage ? 'Assign…' : 'Assign'}
      </Button>
      {dialog}
    </>
  );
}
