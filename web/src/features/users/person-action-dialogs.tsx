import type { Person } from '@training/shared/users/people';
import { useState } from 'react';
import { ActivationDialog } from './activation-dialog.tsx';
import { type AskedChange, ChangeDialog } from './change-dialog.tsx';
import type { PersonAction } from './person-actions.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { SignInLinkDialog } from './sign-in-link-dialog.tsx';

const PersonDialog = lazyDialog(async () => (await import('./person-dialog.tsx')).PersonDialog, { editing: null });

/** Returns the dialogs for all actions on people, and functions to open them. */
export function usePersonActions(onDone: () => void = () => undefined) {
  // A new object per opening resets the form.
  const [editing, setEditing] = useState<{ person: Person | null } | null>(null);
  const [switching, setSwitching] = useState<Person | null>(null);
  const [linking, setLinking] = useState<Person | null>(null);
  const [asked, setAsked] = useState<AskedChange | null>(null);
  const act = (action: PersonAction, person: Person) => {
    if (action === 'edit') setEditing({ person });
    else if (action === 'link') setLinking(person);
    else if (action === 'invite') setAsked({ kind: 'invite', people: [person] });
    else setSwitching(person);
  };
  return {
    act,
    add: () => setEditing({ person: null }),
    ask: setAsked,
    dialogs: (
      <>
        <PersonDialog editing={editing} onClose={() => setEditing(null)} />
        <ActivationDialog person={switching} onClose={() => setSwitching(null)} />
        <SignInLinkDialog person={linking} onClose={() => setLinking(null)} />
        <ChangeDialog asked={asked} onClose={() => setAsked(null)} onDone={onDone} />
      </>
    ),
  };
}
