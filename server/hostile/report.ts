import type { FaultOutcome } from './faults/fault.ts';
import { mebibytes, type NoiseOutcome, tailOf } from './noise.ts';
import { GENERATE } from './quiet-work.ts';
import type { SoakOutcome } from './soak.ts';
import { quantile, type Sample } from './sample.ts';

const ms = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)));

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** The quiet tenant's calls, alone and beside the noisy one, as a table of Markdown. */
export function noiseTable({ alone, beside }: NoiseOutcome): string {
  const operations = [...new Set([...alone, ...beside].map(({ operation }) => operation))];
  const row = (name: string, of: (sample: Sample) => boolean) => {
    const [before, then] = [alone.filter(of), beside.filter(of)];
    const figures = [before, then].flatMap((samples) => {
      const times = samples.map((sample) => sample.ms);
      return [String(times.length), ms(quantile(times, 0.5)), ms(quantile(times, 0.99))];
    });
    const failed = then.filter(({ status }) => status === 0 || status >= 500).length;
    const refused = then.filter(({ status }) => status >= 400 && status < 500).length;
    return `| ${name} | ${figures.join(' | ')} | ${refused} | ${failed} |`;
  };
  const tail = tailOf({ alone, beside });
  return [
    '| call | alone | p50 ms | p99 ms | beside | p50 ms | p99 ms | 4xx | 5xx |',
    '|---|---|---|---|---|---|---|---|---|',
    row('all', () => true),
    ...operations.map((operation) => row(operation, (sample) => sample.operation === operation)),
    '',
    `p99 of all but “${GENERATE}”: alone ${ms(tail.alone)} ms, beside ${ms(tail.beside)} ms, at most ${ms(tail.limit)} ms.`,
  ].join('\n');
}

/** How the noisy tenant was answered. */
export function attacksTable({ tallies, observed }: NoiseOutcome): string {
  const words = (statuses: Record<string, number>) =>
    Object.entries(statuses)
      .map(([status, count]) => `${status === '0' ? 'closed' : status}: ${count}`)
      .join(', ');
  return [
    '| attack | answers |',
    '|---|---|',
    ...tallies.map(({ name, statuses }) => `| ${name} | ${words(statuses) || 'none'} |`),
    '',
    `Processor: ${percent(observed.processor.server)} of a core by the server, ${percent(observed.processor.database)} by PostgreSQL.`,
    `Memory of the server: at most ${mebibytes(observed.peak)} MiB. Ready ${observed.asked - observed.unready} of ${observed.asked} times.`,
  ].join('\n');
}

export function faultsTable(outcomes: FaultOutcome[]): string {
  const row = ({ name, skipped, answered, refused, recovered, failures }: FaultOutcome) =>
    skipped
      ? `| ${name} | skipped: ${skipped} | | | |`
      : `| ${name} | ${answered} | ${refused} | ${(recovered / 1000).toFixed(1)} s | ${failures.join('; ') || 'nothing'} |`;
  return [
    '| fault | answered | refused | until all is answered again | lost or wrong |',
    '|---|---|---|---|---|',
    ...outcomes.map(row),
  ].join('\n');
}

export function soakWords({ minutes, calls, refused, early, late, peak }: SoakOutcome): string {
  return (
    `Soak of ${minutes} minutes: ${calls} calls of the quiet tenant, ${refused} refused; memory ${mebibytes(early)} MiB ` +
    `in the first fifth, ${mebibytes(late)} MiB in the last, at most ${mebibytes(peak)} MiB.`
  );
}
