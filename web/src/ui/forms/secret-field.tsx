import { PasswordInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

interface SecretFieldProps {
  label: string;
  description?: ReactNode;
  placeholder?: string;
  error?: ReactNode;
  value?: string;
  onChange?: (value: string) => void;
  'data-autofocus'?: boolean;
}

/** A write-only field: neither the console nor the browser ever fills it in. */
export function SecretField({ onChange, ...props }: SecretFieldProps) {
  return (
    <PasswordInput
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      // Keeps password managers from offering to save it for this page.
      data-1p-ignore
      data-lpignore="true"
      visibilityToggleFocusable
      // Mantine's own icon isn't hidden from assistive technology.
      visibilityToggleIcon={VisibilityIcon}
      visibilityToggleButtonProps={{ 'aria-label': t('showWhatYouType') }}
      // Mantine sets this on every field except this one.
      aria-invalid={props.error ? true : undefined}
      {...props}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
    />
  );
}

function VisibilityIcon({ reveal }: { reveal: boolean }) {
  const Icon = reveal ? IconEyeOff : IconEye;
  return <Icon size={18} aria-hidden />;
}
