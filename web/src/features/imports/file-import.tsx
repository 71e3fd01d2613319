import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect } from 'react';
import { locale } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { downloadFile } from '../../lib/save-file.ts';
import { type CsvFile, CsvEncoding, encodingNameOf } from './csv-file.ts';
import { createRefusedRowsCsv } from './refused-rows.ts';

const t = translatorOf('users');

interface EncodingChoiceProps {
  file: CsvFile;
  onChange: (encoding: CsvEncoding) => void;
}

/** The recognised encoding with some of the names, to correct it. UTF-8 is certain, and not shown. */
export function EncodingChoice({ file: { encoding, recognised, names }, onChange }: EncodingChoiceProps) {
  if (recognised === 'utf-8') return null;
  return (
    <Stack gap={4}>
      <NativeSelect
        label={t('encodingFile')}
        description={t('chooseAnotherOneIf')}
        data={CsvEncoding.options.map((value) => ({ value, label: encodingNameOf(value) }))}
        value={encoding}
        onChange={({ currentTarget }) => onChange(CsvEncoding.parse(currentTarget.value))}
      />
      {names.length > 0 && <Text size="sm">{t('namesAsRead', { names: formatList(names) })}</Text>}
    </Stack>
  );
}

interface RefusedDownloadProps {
  file: CsvFile;
  /** By row number. */
  reasons: ReadonlyMap<number, string>;
}

/** Downloads the refused rows with their numbers and reasons. */
export function DownloadRefusedRowsButton({ file, reasons }: RefusedDownloadProps) {
  if (reasons.size === 0) return null;
  const save = () => downloadFile('refused-rows.csv', 'text/csv', createRefusedRowsCsv(file, reasons));
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
      {t('downloadRefusedRows')}
    </Button>
  );
}

/** Warns before the tab is closed during an import, which would be incomplete. */
export function useWarnBeforeUnload(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isOn]);
}

/** Names or columns of a file, as they are written there. */
export const formatList = (texts: readonly string[]) =>
  new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(texts);
