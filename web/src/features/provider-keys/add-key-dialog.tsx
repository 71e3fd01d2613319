import { CAPABILITIES, type CapabilityStatus, type ProviderKey } from '@training/shared/provider-keys/provider-keys';
import { useState } from 'react';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { giveLostFocus } from '../../ui/focus/lost-focus.ts';
import { notify } from '../../ui/notify.ts';
import { useLast } from '../../ui/dialogs/use-last.ts';
import { AddKeyForm } from './add-key-form.tsx';
import { type Models, headingIdOf, targetInWords } from './key-words.ts';

interface AddKeyDialogProps {
  /** The capability to add a key for; null if the dialog is closed. */
  status: CapabilityStatus | null;
  models: Models;
  onClose: () => void;
}

/** Discards the typed key on closing: the form is unmounted. */
export function AddKeyDialog({ status, models, onClose }: AddKeyDialogProps) {
  const shown = useLast(status);
  // The provider's check can't be cancelled, so the dialog stays open meanwhile.
  const [isChecking, setChecking] = useState(false);
  const isOpen = status !== null;
  const [isDone, setDone] = useState(false);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // Not earlier: the dialog would restore the focus to a button that is about to disappear.
    if (isOpen) setDone(false);
  }
  const capability = shown?.capability ?? 'generation';
  const { label } = CAPABILITIES[capability];
  const onAdded = (added: ProviderKey) => {
    notify(`${label} now runs on your own key: ${targetInWords(added, models)}.`);
    setDone(true);
    onClose();
  };
  const onExited = () => {
    // The button that opened the dialog has disappeared with the row's old state.
    if (isDone) giveLostFocus(document.getElementById(headingIdOf(capability)));
  };
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={`Add key for ${label}`}
      closeOnEscape={!isChecking}
      closeOnClickOutside={!isChecking}
      withCloseButton={!isChecking}
      returnFocus={!isDone}
      onExitTransitionEnd={onExited}
    >
      <AddKeyForm
        capability={capability}
        models={models}
        onChecking={setChecking}
        onAdded={onAdded}
        onCancel={onClose}
      />
    </Dialog>
  );
}
