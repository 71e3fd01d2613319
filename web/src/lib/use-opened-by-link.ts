import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Runs `open` when the page is reached with the URL fragment `name`, such as `/people#new-person`, and removes the
 * fragment, so that going back or reloading doesn't open it again. Without `open`, only removes it.
 */
export function useOpenByUrlFragment(name: string, open: (() => void) | undefined): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    if (hash !== name) return;
    void navigate({ to: '.', hash: '', search: true, replace: true });
    latest.current?.();
  }, [hash, name, navigate]);
}
