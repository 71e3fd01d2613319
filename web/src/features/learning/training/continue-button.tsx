import { Button } from '@mantine/core';
import type { MyModule } from '@training/shared/learning/learning';
import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../../../lib/workspace.ts';

/** The way to the very next step of a module. */
export function ContinueButton({ module, isFirst }: { module: MyModule; isFirst: boolean }) {
  const { workspace } = useWorkspace();
  if (module.paused) return null;
  const label = labelOf(module);
  return (
    <Button
      variant={isFirst ? 'filled' : 'default'}
      mr="auto"
      // The whole card is a link beneath.
      pos="relative"
      aria-label={`${label}: ${module.title}`}
      renderRoot={(props) => (
        <Link
          to="/$workspace/training/$module"
          params={{ workspace: workspace.slug, module: module.module_id }}
          search={{ step: 'next' }}
          {...props}
        />
      )}
    >
      {label}
    </Button>
  );
}

function labelOf({ status, to_check }: MyModule): string {
  if (to_check > 0) return 'Check your answer';
  if (status === 'waiting') return 'See answers';
  return status === 'not_started' ? 'Open' : 'Continue';
}
