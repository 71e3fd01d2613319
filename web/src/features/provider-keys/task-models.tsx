import { Text } from '@mantine/core';
import { MODEL_TASKS, ModelTask, type ProviderKey } from '@training/shared/provider-keys/provider-keys';
import { RowButton } from '../../ui/lists/row-button.tsx';
import { modelLabel, type Models } from './key-words.ts';
import classes from './provider-keys.module.css';

interface TaskModelsProps {
  own: ProviderKey;
  models: Models;
  /** Absent for read-only users. */
  onChange: ((task: ModelTask) => void) | undefined;
}

/** The model of each task of a generation key, folded until it is needed. */
export function TaskModels({ own, models, onChange }: TaskModelsProps) {
  const others = Object.keys(own.task_models).length;
  return (
    <details className={classes.tasks}>
      <summary>
        Models for each task{' '}
        <Text span c="dimmed">
          {others === 0 ? '(all use the key’s model)' : `(${others} of ${ModelTask.options.length} have their own)`}
        </Text>
      </summary>
      <ul>
        {ModelTask.options.map((task) => {
          const { label, usedFor } = MODEL_TASKS[task];
          return (
            <li key={task}>
              <div>
                <Text fw={500}>{label}</Text>
                <Text size="sm" c="dimmed">
                  {usedFor}
                </Text>
              </div>
              <Text className={classes.model}>
                {modelOfTask(own, task, models)}
                {own.task_models[task] === undefined && (
                  <Text span c="dimmed">
                    {' '}
                    (the key’s)
                  </Text>
                )}
              </Text>
              {onChange !== undefined && (
                <RowButton mt={0} aria-label={`Change the model for ${label}`} onClick={() => onChange(task)}>
                  Change
                </RowButton>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** Returns the label of the task's model or deployment. */
export function modelOfTask(own: ProviderKey, task: ModelTask, models: Models): string {
  return modelLabel(models, own.provider, own.task_models[task] ?? ownModel(own));
}

/** Returns the model or deployment of the key itself. */
export const ownModel = ({ model, deployment }: ProviderKey): string => deployment ?? model ?? '';
