import { TextInput, type TextInputProps } from '@mantine/core';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  /** Empty text while nothing is entered. */
  value?: number | string;
  /** True if fractions are allowed. */
  fractions?: boolean;
  onChange?: (value: number | string) => void;
}

/** The browser's own field for a number. The form's schema checks its limits. */
export function NumberField({ value = '', fractions = false, onChange, ...props }: NumberFieldProps) {
  return (
    <TextInput
      {...props}
      type="number"
      inputMode={fractions ? 'decimal' : 'numeric'}
      step={fractions ? 'any' : 1}
      value={value}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value === '' ? '' : currentTarget.valueAsNumber)}
    />
  );
}
