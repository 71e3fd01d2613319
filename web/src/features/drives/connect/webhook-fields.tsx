import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { SecretField } from '../../../ui/forms/secret-field.tsx';
import classes from '../drives.module.css';

interface WebhookFieldsProps {
  provider: string;
  publicUrl: string | null;
  encryptKey: Typed;
  verificationToken: Typed;
}

interface Typed {
  value: string;
  error: ReactNode;
  onChange: (value: string) => void;
}

/** Fields with the secrets that verify webhook requests, and the address that receives them. */
export function WebhookFields({ provider, publicUrl, encryptKey, verificationToken }: WebhookFieldsProps) {
  return (
    <Stack gap="sm" className={classes.inset}>
      {publicUrl === null && (
        <Text role="alert">
          {provider} can’t reach this server. The operator can set a public address with PUBLIC_URL.
        </Text>
      )}
      <SecretField
        label="Encrypt Key"
        description="Under “Events & Callbacks → Encryption Strategy”."
        {...encryptKey}
      />
      <SecretField label="Verification Token" description="In the same place." {...verificationToken} />
      <Text size="sm">After connecting, copy the Request URL from the drive’s card into {provider}’s console.</Text>
    </Stack>
  );
}
