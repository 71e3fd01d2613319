import { Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { translatorOf } from '../lib/i18n/translator.ts';

const t = translatorOf('frame');

type Outcome = 'copied' | 'failed' | null;

interface CopyButtonProps {
  value: string;
  /** The button's label, such as "Copy token". */
  label: string;
  /** True to take the focus when it appears. */
  hasInitialFocus?: boolean;
}

/** Copies and confirms it; if the browser refuses, explains the alternative. */
export function CopyButton({ value, label, hasInitialFocus = false }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (hasInitialFocus) button.current?.focus();
  }, [hasInitialFocus]);
  const copy = async () => setOutcome((await copyText(value)) ? 'copied' : 'failed');
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={outcome === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={() => void copy()}
        onBlur={() => setOutcome(null)}
        ref={button}
      >
        {outcome === null ? label : t(`copy.${outcome}`)}
      </Button>
      <VisuallyHidden component="output">{outcome === null ? '' : t(`copy.${outcome}`)}</VisuallyHidden>
    </>
  );
}

/** Copies text to the clipboard; returns false if the browser refuses. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Copies by selecting text, because browsers have no clipboard API on plain http, except on localhost. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Inside an open dialog, whose focus trap would otherwise take the selection away.
  const host = document.activeElement?.closest('[role=dialog]') ?? document.body;
  const focused = document.activeElement;
  host.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
