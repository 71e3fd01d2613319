import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useOpenByUrlFragment } from '../../lib/use-opened-by-link.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import type { InitialAssignSelection, AssignFormOption } from './chosen-option.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('assignments');

const AssignDialog = lazyDialog(async () => (await import('./assign-dialog.tsx')).AssignDialog, { chosen: null });

interface OpenableAssignDialog {
  /** Opens the form with a selection, which can be changed. */
  open: (chosen: InitialAssignSelection) => void;
  dialog: ReactNode;
}

/** Returns the assignment form and a function that opens it. */
export function useAssignDialog(onDone: () => void = () => undefined): OpenableAssignDialog {
  const [chosen, setChosen] = useState<InitialAssignSelection | null>(null);
  return {
    open: setChosen,
    dialog: <AssignDialog chosen={chosen} onClose={() => setChosen(null)} onDone={onDone} />,
  };
}

interface AssignButtonProps {
  /** The module or course to assign. */
  module?: AssignFormOption;
  /** Who gets it. */
  audience?: AssignFormOption;
}

/** Opens the assignment form. Renders nothing if the user may not assign modules. */
export function AssignButton({ module, audience }: AssignButtonProps) {
  const mayAssign = usePermissionReach('assignments:manage') !== undefined;
  const { open, dialog } = useAssignDialog();
  const assign = () => open({ modules: module ? [module] : [], audiences: audience ? [audience] : [] });
  useOpenByUrlFragment('assign', mayAssign ? assign : undefined);
  if (!mayAssign) return null;
  const isOfPage = module !== undefined || audience !== undefined;
  return (
    <>
      <Button variant={isOfPage ? 'default' : 'filled'} onClick={assign}>
        {isOfPage ? t('openAssign') : t('assign')}
      </Button>
      {dialog}
    </>
  );
}
