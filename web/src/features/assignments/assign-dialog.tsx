import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { AssignForm } from './assign-form.tsx';

interface AssignDialogProps {
  /** The module to assign; if undefined, the form asks for it. */
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
