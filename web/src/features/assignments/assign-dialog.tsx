import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { AssignForm } from './assign-form.tsx';

interface AssignDialogProps {
  /** What is assigned; undefined, it is chosen. */
  module: { id: string; title: string } | undefined;
  opened: boolean;
  onClose: () => void;
}

export function AssignDialog({ module, opened, onClose }: AssignDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={module ? `Assign “${module.title}”` : 'Assign a module'}>
      <AssignForm onClose={onClose} moduleId={module?.id} />
    </FormDialog>
  );
}
