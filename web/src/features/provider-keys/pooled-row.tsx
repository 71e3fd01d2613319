import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { CAPABILITIES, type CapabilityStatus } from '@training/shared/provider-keys/provider-keys';
import { type Models, stateOf, targetInWords } from './key-words.ts';
import { RowFrame } from './row-frame.tsx';

interface PooledRowProps {
  status: CapabilityStatus;
  models: Models;
  /** Absent for read-only users. */
  onAdd: (() => void) | undefined;
}

/** A capability without an own key. */
export function PooledRow({ status, models, onAdd }: PooledRowProps) {
  const { capability, pooled } = status;
  const add = onAdd !== undefined && (
    <Button
      size="xs"
      variant={pooled === null ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} aria-hidden />}
      aria-label={`Add key for ${CAPABILITIES[capability].label}`}
      onClick={onAdd}
    >
      Add key
    </Button>
  );
  return (
    <RowFrame capability={capability} state={stateOf(status)} actions={add}>
      {pooled === null ? (
        <Text>
          Not available: no key is set up.{' '}
          {onAdd === undefined ? 'A super admin can add one here.' : 'Add one to use these features.'}
        </Text>
      ) : (
        <Text>Runs on {targetInWords(pooled, models)}, with the pooled key included in your subscription.</Text>
      )}
    </RowFrame>
  );
}
