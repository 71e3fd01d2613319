import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A cell with a second line in a smaller size below. */
export function TwoLineCell({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <>
      {children}
      <Text size="xs" c="dimmed" fw={400}>
        {below}
      </Text>
    </>
  );
}
