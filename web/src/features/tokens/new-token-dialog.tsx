import type { ApiToken, CreatedToken } from '@training/shared/tokens';
import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { NewTokenForm } from './new-token-form.tsx';
import { TokenOnce } from './token-once.tsx';

interface NewTokenDialogProps {
  /** All tokens, as the page has them: they tell when the new one is used for the first time. */
  tokens: ApiToken[] | undefined;
  opened: boolean;
  onClose: () => void;
}

/**
 * The form, and then the only sight of the value. Once there is a value, a button alone closes the dialog: a stray
 * Escape or click beside it would lose the token.
 */
export function NewTokenDialog({ tokens, opened, onClose }: NewTokenDialogProps) {
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    // It may be opened again while it fades: what it showed then is over all the same.
    if (opened) setCreated(null);
  }
  const list = trpc.useUtils().tokens.list;
  // Whoever pasted the command meanwhile has used the token already.
  const onDone = () => {
    void list.invalidate();
    onClose();
  };
  const isForm = created === null;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setCreated(null)}
      title={isForm ? 'New API token' : `Token “${created.name}”`}
      size="lg"
      closeOnClickOutside={isForm}
      closeOnEscape={isForm}
      withCloseButton={isForm}
    >
      {isForm ? (
        <NewTokenForm onCancel={onClose} onCreated={setCreated} />
      ) : (
        <TokenOnce
          created={created}
          lastUsed={tokens?.find(({ id }) => id === created.id)?.last_used ?? null}
          onDone={onDone}
        />
      )}
    </Dialog>
  );
}
