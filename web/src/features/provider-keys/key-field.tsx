import { PROVIDERS, type Provider } from '@training/shared/provider-keys/provider-keys';
import type { ReactNode } from 'react';
import { SecretField } from '../../ui/forms/secret-field.tsx';

interface KeyFieldProps {
  provider: Provider;
  label?: string;
  error?: ReactNode;
  'data-autofocus'?: boolean;
}

export function KeyField({ provider, label = 'Key', ...inputProps }: KeyFieldProps) {
  return (
    <SecretField
      label={label}
      description={`As ${PROVIDERS[provider].label}’s console shows it. You won’t see it again.`}
      {...inputProps}
    />
  );
}
