import { Button, Group, NativeSelect, Radio, Stack } from '@mantine/core';
import {
  CALIBRATION,
  GradingTrust,
  THRESHOLDS,
  TRUSTED_CONFIDENCE,
  TrustedBy,
} from '@training/shared/grading/grading-trust';
import { percent } from '../../lib/in-words.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useMay } from '../../lib/workspace.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { notify } from '../../ui/notify.ts';
import { FailedState } from '../../ui/pages/states.tsx';

const CHOICES: Record<TrustedBy, { label: string; description: string }> = {
  trainers: {
    label: 'Learn from trainers’ corrections',
    description: `Set for each model so that at most ${percent(1 / CALIBRATION.oneIn)} of automatic grades are wrong. Starts at ${percent(TRUSTED_CONFIDENCE)} until ${CALIBRATION.least} grades are checked.`,
  },
  figure: { label: 'A fixed confidence', description: 'One threshold for every model.' },
  nobody: { label: 'Always a trainer', description: 'AI suggests; a trainer always decides.' },
};

/** Returns the thresholds of the calibration, and `figure` if a command has set a different one. */
function figuresWith(figure: number) {
  return [...new Set([...THRESHOLDS, figure])]
    .toSorted((a, b) => a - b)
    .map((value) => ({ value: String(value), label: percent(value) }));
}

/** Sets the confidence above which a grade counts immediately. */
export function TrustForm({ saved }: { saved: GradingTrust }) {
  const readOnly = useMay('workspace:write') === undefined;
  const utils = trpc.useUtils();
  const update = trpc.workspace.trustGrades.useMutation();
  const { form, problem, onSubmit } = useContractForm(GradingTrust, saved, 'choice');
  const { by, figure } = form.values;
  const send = async (trust: GradingTrust) => {
    await update.mutateAsync(trust);
    notify('Saved. It holds from the next grade on.');
    void utils.grading.trust.invalidate();
    void utils.workspace.get.invalidate();
  };
  return (
    <form noValidate onSubmit={onSubmit(send)}>
      <Stack maw={640}>
        <Radio.Group
          label="Confidence needed for automatic grades"
          readOnly={readOnly}
          value={by}
          onChange={(chosen) => {
            const next = TrustedBy.parse(chosen);
            form.setValues({ by: next, figure: next === 'figure' ? (saved.figure ?? TRUSTED_CONFIDENCE) : null });
          }}
        >
          <Stack gap="xs" mt={4}>
            {TrustedBy.options.map((choice) => (
              <Radio key={choice} value={choice} disabled={readOnly && choice !== by} {...CHOICES[choice]} />
            ))}
          </Stack>
        </Radio.Group>
        {by === 'figure' && (
          <NativeSelect
            label="Confidence"
            w={160}
            disabled={readOnly}
            data={figuresWith(figure ?? TRUSTED_CONFIDENCE)}
            value={figure ?? undefined}
            onChange={({ currentTarget }) => form.setFieldValue('figure', Number(currentTarget.value))}
          />
        )}
        {problem !== null && <FailedState what="couldn’t save how answers are graded" problem={problem} />}
        {!readOnly && (
          <Group>
            <Button type="submit" loading={form.submitting}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
