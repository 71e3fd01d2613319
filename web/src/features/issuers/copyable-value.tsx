import { Code, Group, Stack, Text } from '@mantine/core';
import { CopyButton } from '../../ui/copy-button.tsx';

/** A value that is entered elsewhere. */
export function CopyableValue({ label, value, copy }: { label: string; value: string; copy: string }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyButton value={value} label={copy} />
      </Group>
      <Code block dir="ltr" tabIndex={0}>
        <code>{value}</code>
      </Code>
    </Stack>
  );
}
