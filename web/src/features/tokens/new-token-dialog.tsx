import type { ApiToken, CreatedToken } from '@training/shared/tokens/tokens';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { NewTokenForm } from './new-token-form.tsx';
import { TokenOnce } from './token-once.tsx';

interface NewTokenDialogProps {
  /** The current list of tokens, which shows the first use of the new one. */
  tokens: ApiToken[] | undefined;
  opened: boolean;
  onClose: () => void;
}

/**
 * Shows the form, and then the token's value, only once. From then on only a button closes the dialog: a stray Escape
 * or click outside would lose the token.
 */
export function NewTokenDialog({ tokens, opened, onClose }: NewTokenDialogProps) {
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    // Also resets if reopened while still fading out.
    if (opened) setCreated(null);
  }
  const list = trpc.useUtils().tokens.list;
  // The user may have run the command meanwhile, which counts as a use.
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
