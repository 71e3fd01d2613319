import { PasswordInput } from '@mantine/core';
import { PROVIDERS, type Provider } from '@training/shared/provider-keys';

interface KeyFieldProps {
  provider: Provider;
  label?: string;
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
      visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed', tabIndex: 0 }}
      {...inputProps}
    />
  );
}
