import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { HttpError } from '../../../lib/api/http-error.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { useLast } from '../../../ui/dialogs/use-last.ts';
import { type AuthorKind, TRANSITION_WORDS } from './transitions.ts';
import { openQueriesOf } from '../comments/open-queries-of.ts';
import type { SectionDrafts } from '../drafts/use-section-drafts.ts';

interface TransitionDialogProps {
  module: ModuleDetail;
  drafts: SectionDrafts;
  kind: AuthorKind;
  opened: boolean;
  onClose: () => void;
}

/** Explains a transition, saves unsaved edits, and performs it. */
export function TransitionDialog({ module, drafts, kind, opened, onClose }: TransitionDialogProps) {
  const { client, modules, courses } = trpc.useUtils();
  const { label, effect, done } = TRANSITION_WORDS[kind];
  const transition = useMutation({
    mutationFn: async () => {
      const saved = await Promise.all([drafts.flashcards.flush(), drafts.quiz.flush()]);
      if (saved.includes(false)) throw new HttpError(UNSAVED);
      return client.reviews[kind].mutate({ module_id: module.id });
    },
    networkMode: 'always',
    onSuccess: () => {
      notify(`${module.title} was ${done}.`);
      onClose();
    },
    // Also after a refusal, because another user may have been first.
    onSettled: () => {
      void courses.invalidate();
      return modules.get.invalidate({ id: module.id });
    },
  });
  const open = useLast(opened ? openQueriesOf(module).length : null);
  const close = () => {
    transition.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={kind === 'submit' ? `Submit “${module.title}” for review?` : `${label} “${module.title}”?`}
      confirmLabel={label}
      mutation={transition}
      onConfirm={() => transition.mutate()}
    >
      <Text>{effect}</Text>
      {kind === 'resubmit' && open !== null && open > 0 && <StaysOpen queries={open} />}
    </ConfirmDialog>
  );
}

/** Reminds that resubmitting resolves no queries; authors may have forgotten to resolve them. */
function StaysOpen({ queries }: { queries: number }) {
  return (
    <Text mt="xs">
      {queries === 1 ? '1 query stays open' : `${queries} queries stay open`} until you or a reviewer resolve
      {queries === 1 ? 's it' : 's them'}.
    </Text>
  );
}

const UNSAVED = {
  code: 'unsaved',
  status: 0,
  detail: 'Couldn’t save what you typed. Close this, see what it says in the editor, and try again.',
  request_id: null,
  errors: [],
};
