import '@mantine/dropzone/styles.css';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload, IconX, type TablerIcon } from '@tabler/icons-react';
import { useId, useState } from 'react';

interface FileDropProps {
  /** "a document" */
  what: string;
  icon: TablerIcon;
  /** Media types, each with its file extensions. */
  accept: Record<string, string[]>;
  /** "PDF, Word or text" */
  kinds: string;
  /** The maximum size in bytes. */
  maxSize: number;
  file: File | null;
  onFile: (file: File | null) => void;
}

/** A file input with drag and drop. The size is checked before the upload. */
export function FileDrop({ what, icon: Icon, accept, kinds, maxSize, file, onFile }: FileDropProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const id = useId();
  const refuse = (codes: string[], name: string) => {
    onFile(null);
    if (codes.includes('file-too-large')) setRefusal(`“${name}” is larger than ${sizeOf(maxSize)}.`);
    else if (codes.includes('too-many-files')) setRefusal('Choose one file at a time.');
    else setRefusal(`“${name}” can’t be read. Choose ${kinds}.`);
  };
  return (
    <Stack gap="xs">
      <Dropzone
        accept={accept}
        maxSize={maxSize}
        multiple={false}
        onDrop={([first]) => {
          setRefusal(first?.size === 0 ? `“${first.name}” is empty.` : null);
          onFile(first === undefined || first.size === 0 ? null : first);
        }}
        onReject={([first]) =>
          first !== undefined &&
          refuse(
            first.errors.map(({ code }) => code),
            first.file.name,
          )
        }
        // Keyboard and screen reader users use the button inside instead.
        role="none"
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{ 'aria-hidden': true }}
      >
        <Stack align="center" gap="xs" py="md" ta="center">
          <Icon size={32} stroke={1.5} aria-hidden />
          <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} aria-describedby={id}>
            Choose {what}
          </Button>
          <Text size="sm" c="dimmed" id={id}>
            or drop it here: {kinds}, up to {sizeOf(maxSize)}
          </Text>
        </Stack>
      </Dropzone>
      {refusal !== null && (
        <Text role="alert" c="var(--mantine-color-error)">
          {refusal}
        </Text>
      )}
      {file !== null && (
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text component="output" miw={0} style={{ overflowWrap: 'anywhere' }}>
            <strong dir="auto">{file.name}</strong> · {sizeOf(file.size)}
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => onFile(null)}
          >
            Remove
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** "20 MB", "3.4 kB" */
export function sizeOf(bytes: number): string {
  const [divisor, unit] = bytes < 1024 * 1024 ? [1024, 'kB'] : [1024 * 1024, 'MB'];
  return `${(bytes / divisor).toLocaleString(undefined, { maximumFractionDigits: 1 })} ${unit}`;
}
