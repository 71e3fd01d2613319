import { Button } from '@mantine/core';
import type { Concern } from '@training/shared/analytics/analytics-lists';
import { counted } from '../../lib/numbers.ts';
import { SelectionBar } from '../../ui/lists/selection.tsx';
import classes from './analytics.module.css';
import { actionsOn, type ConcernAction } from './use-concern-actions.tsx';

interface SelectedConcernsProps {
  concerns: readonly Concern[];
  /** The number of trainings on the page. */
  shown: number;
  isCertificate: boolean;
  isReminding: boolean;
  onAct: (action: ConcernAction, concerns: readonly Concern[]) => void;
  onSelectAll: () => void;
  onClear: () => void;
}

/** Actions on the selected trainings. */
export function SelectedConcerns(props: SelectedConcernsProps) {
  const { concerns, shown, isCertificate, isReminding, onAct, onSelectAll, onClear } = props;
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
      {concerns.length < shown && (
        // On phones, whose lists have no header with a checkbox.
        <Button size="xs" variant="subtle" className={classes.narrow} onClick={onSelectAll}>
          Select all {shown}
        </Button>
      )}
    </SelectionBar>
  );
}
