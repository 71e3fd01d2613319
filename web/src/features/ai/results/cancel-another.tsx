import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { trpc } from '../../../lib/api/trpc.ts';
import { sayNotCancelled } from '../jobs/cancel-job.tsx';

interface CancelAnotherProps {
  /** The job that generated the item. */
  id: string;
  /** The item's index, from 0. */
  item: number;
  /** The item's name, such as "card 2". */
  of: string;
  onCancel: () => void;
}

/** Cancels the generation of a replacement. */
export function CancelAnother({ id, item, of, onCancel }: CancelAnotherProps) {
  const { ai, client } = trpc.useUtils();
  const cancel = useMutation({
    mutationFn: () => client.ai.cancelAnother.mutate({ id, item }),
    onMutate: onCancel,
    onError: sayNotCancelled,
    onSettled: () => ai.get.invalidate({ id }),
    networkMode: 'always',
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={cancel.isPending}
      aria-label={`Cancel making another in place of ${of}`}
      onClick={() => cancel.mutate()}
    >
      Cancel
    </Button>
  );
}
