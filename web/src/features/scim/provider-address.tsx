import { Code, Group, Stack, Text } from '@mantine/core';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

const t = translatorOf('scim');

/** The address that a provider is given. */
export function ScimAddress() {
  const address = `${location.origin}/scim/v2`;
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          {t('address')}
        </Text>
        <CopyButton value={address} label={t('copyAddress')} />
      </Group>
      <Code block dir="ltr">
        {address}
      </Code>
    </Stack>
  );
}
