// oxlint-disable-next-line no-restricted-imports -- it has no title, so it is composed of a dialog's parts
import { Modal } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { giveLostFocus } from '../../ui/focus/lost-focus.ts';
import { useReturnedFocus } from '../../ui/focus/returned-focus.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import type { Entry } from './entries.ts';
import { PaletteField } from './palette-field.tsx';
import { rememberEntry } from './recent.ts';

interface PaletteProps {
  opened: boolean;
  onClose: () => void;
}

/** Opens any page by a few letters, with a list of matches. */
export function Palette({ opened, onClose }: PaletteProps) {
  const [hasChosen, setHasChosen] = useState(false);
  const { workspace, session } = useWorkspace();
  // The opened page takes the focus; if none was chosen, it is restored.
  const dialog = useReturnedFocus(opened, !hasChosen);
  const router = useRouter();
  const choose = (entry: Entry) => {
    rememberEntry(session.email, workspace.slug, entry);
    setHasChosen(true);
    onClose();
    router.history.push(`/${workspace.slug}${entry.path}`);
  };
  return (
    <Modal.Root
      ref={dialog}
      opened={opened}
      onClose={onClose}
      lockScroll={false}
      transitionProps={{ transition: 'fade' }}
      yOffset="10dvh"
      size="lg"
      padding={0}
      returnFocus={false}
      onExitTransitionEnd={() => {
        setHasChosen(false);
        giveLostFocus(document.getElementById('main'));
      }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search">
        <Modal.Body>
          <PaletteField onChoose={choose} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
