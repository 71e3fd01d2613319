import { PasswordInput } from '@mantine/core';
import { PROVIDERS, type Provider } from '@training/shared/provider-keys';
import type { ReactNode } from 'react';

interface KeyFieldProps {
  provider: Provider;
  label?: string;
  error?: ReactNode;
  'data-autofocus'?: boolean;
}

/** Write-only: nothing is ever filled in here, by us or by the browser. */
export function KeyField({ provider, label = 'Key', ...inputProps }: KeyFieldProps) {
  return (
    <PasswordInput
      label={label}
      description={`As ${PROVIDERS[provider].label}’s console shows it. It is sent once, and not shown again.`}
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      // Password managers would offer to keep it under this page's address.
      data-1p-ignore
      data-lpignore="true"
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
      // Mantine says so on every field but this one.
      aria-invalid={inputProps.error ? true : undefined}
      {...inputProps}
    />
  );
}
