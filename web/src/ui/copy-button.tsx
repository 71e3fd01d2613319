import { Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '../lib/clipboard.ts';

type Outcome = 'copied' | 'failed' | null;

const WORDS = { copied: 'Copied', failed: 'Couldn’t copy. Select the text and copy it' } as const;

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
        {outcome === null ? label : WORDS[outcome]}
      </Button>
      <VisuallyHidden component="output">{outcome === null ? '' : WORDS[outcome]}</VisuallyHidden>
    </>
  );
}
