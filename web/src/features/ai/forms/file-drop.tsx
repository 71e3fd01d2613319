import { Button, Group, Stack, Text } from '@mantine/core';
import { IconUpload, IconX, type TablerIcon } from '@tabler/icons-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import classes from './file-drop.module.css';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

interface FileDropProps {
  takes: 'document' | 'recording';
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
export function FileDropField({ takes, icon: Icon, accept, kinds, maxSize, file, onFile }: FileDropProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = ([first, ...others]: File[]) => {
    if (first === undefined) return;
    const problem =
      others.length > 0
        ? t('chooseOneFileAt')
        : !isAccepted(first, accept)
          ? t('unreadableFile', { name: first.name, kinds })
          : first.size > maxSize
            ? t('fileTooLarge', { name: first.name, size: formatFileSize(maxSize) })
            : first.size === 0
              ? t('emptyFile', { name: first.name })
              : null;
    setRefusal(problem);
    onFile(problem === null ? first : null);
  };
  const onDrag = (event: DragEvent, isNowOver: boolean) => {
    event.preventDefault();
    setOver(isNowOver);
  };
  return (
    <Stack gap="xs">
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => onDrag(event, true)}
        onDragLeave={(event) => onDrag(event, false)}
        onDrop={(event) => {
          onDrag(event, false);
          take([...event.dataTransfer.files]);
        }}
      >
        <input
          ref={input}
          type="file"
          hidden
          accept={Object.entries(accept).flat(2).join()}
          onChange={({ currentTarget }) => {
            take([...(currentTarget.files ?? [])]);
            // So that the same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        <Icon size={32} stroke={1.5} aria-hidden />
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          aria-describedby={id}
          onClick={() => input.current?.click()}
        >
          {t(`choose.${takes}`)}
        </Button>
        <Text size="sm" c="dimmed" id={id}>
          {t('dropHere', { kinds, size: formatFileSize(maxSize) })}
        </Text>
      </div>
      {refusal !== null && (
        <Text role="alert" c="var(--mantine-color-error)">
          {refusal}
        </Text>
      )}
      {file !== null && (
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text component="output" miw={0} style={{ overflowWrap: 'anywhere' }}>
            <strong dir="auto">{file.name}</strong> · <bdi>{formatFileSize(file.size)}</bdi>
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => onFile(null)}
          >
            {t('remove')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Returns true if the file has one of the media types, or one of their extensions: not all systems know the types. */
function isAccepted({ name, type }: File, accept: Record<string, string[]>): boolean {
  return (
    Object.hasOwn(accept, type) ||
    Object.values(accept)
      .flat()
      .some((ending) => name.toLowerCase().endsWith(ending))
  );
}

/** "20 MB", "3.4 kB" */
export function formatFileSize(bytes: number): string {
  const [divisor, unit] = bytes < 1024 * 1024 ? [1024, 'kB'] : [1024 * 1024, 'MB'];
  return `${(bytes / divisor).toLocaleString(undefined, { maximumFractionDigits: 1 })} ${unit}`;
}
