import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { PersonOutcome } from '@training/shared/users/people';
import { saveFile } from '../../lib/save-file.ts';
import { type Encoding, ENCODINGS } from './read-encoding.ts';
import type { PeopleFile, ReadRow } from './read-people.ts';
import { refusedRowsCsv } from './refused-rows.ts';

interface EncodingChoiceProps {
  file: PeopleFile;
  onChange: (encoding: Encoding) => void;
}

/** The recognised encoding with some of the names, to correct it. UTF-8 is certain, and not shown. */
export function EncodingChoice({ file: { encoding, recognised, names }, onChange }: EncodingChoiceProps) {
  if (recognised === 'utf-8') return null;
  return (
    <Stack gap={4}>
      <NativeSelect
        label="Encoding of the file"
        description="Choose another one if names look wrong."
        data={Object.entries(ENCODINGS).map(([value, label]) => ({ value, label }))}
        value={encoding}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Encoding)}
      />
      {names.length > 0 && <Text size="sm">Names as read: {names.join(', ')}</Text>}
    </Stack>
  );
}

interface RefusedDownloadProps {
  file: PeopleFile;
  rows: readonly ReadRow[];
  refused: readonly PersonOutcome[];
}

/** Downloads the refused rows with their numbers and reasons. */
export function RefusedDownload({ file, rows, refused }: RefusedDownloadProps) {
  if (refused.length === 0) return null;
  const save = () => saveFile('refused-rows.csv', 'text/csv', refusedRowsCsv(file, rows, refused));
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
      Download refused rows
    </Button>
  );
}
