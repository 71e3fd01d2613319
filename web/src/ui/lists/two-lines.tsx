import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** What a cell says and, below it and smaller, what tells more of it. */
export function TwoLines({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <>
      {children}
      <Text size="xs" c="dimmed" fw={400}>
        {below}
      </Text>
    </>
  );
}
