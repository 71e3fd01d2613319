import { Text } from '@mantine/core';
import { ModelTask, type ProviderKey } from '@training/shared/provider-keys/provider-keys';
import { CompactRowButton } from '../../ui/lists/row-button.tsx';
import { modelLabelOf, type ModelsByProvider } from './key-words.ts';
import classes from './provider-keys.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('provider-keys');

interface TaskModelsProps {
  own: ProviderKey;
  models: ModelsByProvider;
  /** Absent for read-only users. */
  onChange: ((task: ModelTask) => void) | undefined;
}

/** The model of each task of a generation key, folded until it is needed. */
export function TaskModelList({ own, models, onChange }: TaskModelsProps) {
  const others = Object.keys(own.task_models).length;
  return (
    <details className={classes.tasks}>
      <summary>
        {t('modelsForEachTask')}{' '}
        <Text span c="dimmed">
          {others === 0 ? t('allUseKeysModel') : t('haveTheirOwn', { count: others, total: ModelTask.options.length })}
        </Text>
      </summary>
      <ul>
        {ModelTask.options.map((task) => {
          const label = t(`task.${task}`);
          const usedFor = t(`taskUse.${task}`);
          return (
            <li key={task}>
              <div>
                <Text fw={500}>{label}</Text>
                <Text size="sm" c="dimmed">
                  {usedFor}
                </Text>
              </div>
              <Text className={classes.model}>
                {taskModelLabelOf(own, task, models)}
                {own.task_models[task] === undefined && (
                  <Text span c="dimmed">
                    {' '}
                    {t('sameAsKeys')}
                  </Text>
                )}
              </Text>
              {onChange !== undefined && (
                <CompactRowButton
                  mt={0}
                  aria-label={t('changeTheModelFor', { task: label })}
                  onClick={() => onChange(task)}
                >
                  {t('change')}
                </CompactRowButton>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** Returns the label of the task's model or deployment. */
export function taskModelLabelOf(own: ProviderKey, task: ModelTask, models: ModelsByProvider): string {
  return modelLabelOf(models, own.provider, own.task_models[task] ?? modelOfKey(own));
}

/** Returns the model or deployment of the key itself. */
export const modelOfKey = ({ model, deployment }: ProviderKey): string => deployment ?? model ?? '';
