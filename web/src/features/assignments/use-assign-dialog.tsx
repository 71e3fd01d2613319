import { type ReactNode, useState } from 'react';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import type { AssignChoice } from './chosen.ts';

const AssignDialog = lazyDialog(async () => (await import('./assign-dialog.tsx')).AssignDialog, { chosen: null });

interface OpenableAssignDialog {
  /** Opens the form with a selection, which can be changed. */
  open: (chosen: AssignChoice) => void;
  dialog: ReactNode;
}

/** Returns the assignment form and a function that opens it. */
export function useAssignDialog(onDone: () => void = () => undefined): OpenableAssignDialog {
  const [chosen, setChosen] = useState<AssignChoice | null>(null);
  return {
    open: setChosen,
    dialog: <AssignDialog chosen={chosen} onClose={() => setChosen(null)} onDone={onDone} />,
  };
}
