import { Button } from '@mantine/core';
import type { Concern } from '@training/shared/analytics/analytics-lists';
import { counted } from '../../lib/numbers.ts';
import { SelectionBar } from '../../ui/lists/selection.tsx';
import { actionsOn, type ConcernAction } from './use-concern-actions.tsx';

interface SelectedConcernsProps {
  concerns: readonly Concern[];
  isCertificate: boolean;
  isReminding: boolean;
  onAct: (action: ConcernAction, concerns: readonly Concern[]) => void;
  onClear: () => void;
}

/** Actions on the selected trainings. */
export function SelectedConcerns({ concerns, isCertificate, isReminding, onAct, onClear }: SelectedConcernsProps) {
  if (concerns.length === 0) return null;
  return (
    <SelectionBar label="Selected trainings" selected={counted(concerns.length, 'training')} onClear={onClear}>
      {actionsOn(isCertificate).map(({ action, label }) => (
        <Button
          key={action}
          size="xs"
          variant="default"
          loading={action === 'remind' && isReminding}
          onClick={() => onAct(action, concerns)}
        >
          {label}
        </Button>
      ))}
    </SelectionBar>
  );
}
