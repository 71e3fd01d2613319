import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';

interface SecretFieldProps {
  label: string;
  description?: ReactNode;
  placeholder?: string;
  error?: ReactNode;
  value?: string;
  onChange?: (value: string) => void;
  'data-autofocus'?: boolean;
}

/** Write-only: nothing is ever filled in here, by us or by the browser. */
export function SecretField({ onChange, ...props }: SecretFieldProps) {
  return (
    <PasswordInput
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      // Password managers would offer to keep it under this page's address.
      data-1p-ignore
      data-lpignore="true"
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': 'Show what you type' }}
      // Mantine says so on every field but this one.
      aria-invalid={props.error ? true : undefined}
      {...props}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
    />
  );
}
