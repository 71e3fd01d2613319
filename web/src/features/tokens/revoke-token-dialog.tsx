import { Text } from '@mantine/core';
import type { ApiToken } from '@training/shared/tokens/tokens';
import { relativeTime } from '../../lib/dates.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { useLast } from '../../ui/dialogs/use-last.ts';
import { refusalWords } from './refusal-words.ts';

/** Names the token and the effects of revoking it. The dialog is closed while `token` is null. */
export function RevokeTokenDialog({ token, onClose }: { token: ApiToken | null; onClose: () => void }) {
  const list = trpc.useUtils().tokens.list;
  const revoke = trpc.tokens.revoke.useMutation();
  const shown = useLast(token);
  const close = () => {
    revoke.reset();
    onClose();
  };
  const onConfirm = ({ id, name }: ApiToken) =>
    revoke.mutate(
      { id },
      {
        onSuccess: () => {
          notify(`“${name}” was revoked.`);
          void list.invalidate();
          close();
        },
      },
    );
  return (
    <ConfirmDialog
      opened={token !== null}
      onClose={close}
      title={`Revoke “${shown?.name}”?`}
      confirmLabel="Revoke token"
      danger
      mutation={revoke}
      onConfirm={() => shown !== null && onConfirm(shown)}
    >
      <Text>Whatever uses this token stops working. This can’t be undone.</Text>
      <Text mt="xs" size="sm" c="dimmed">
        {shown !== null && lastUseOf(shown)}
      </Text>
    </ConfirmDialog>
  );
}

function lastUseOf({ last_used }: ApiToken): string {
  if (last_used === null) return 'It was never used.';
  const how =
    last_used.operation === null ? '' : `: ${last_used.operation} from ${last_used.ip}${refusalWords(last_used)}`;
  return `Last used ${relativeTime(last_used.at)}${how}.`;
}
