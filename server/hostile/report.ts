import { mebibytes, type NoiseOutcome } from './noise.ts';
import { quantile, type Sample } from './sample.ts';

const ms = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)));

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
    return `| ${name} | ${figures.join(' | ')} | ${failed} |`;
  };
  return [
    '| call | alone | p50 ms | p99 ms | beside | p50 ms | p99 ms | 5xx |',
    '|---|---|---|---|---|---|---|---|',
    row('all', () => true),
    ...operations.map((operation) => row(operation, (sample) => sample.operation === operation)),
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
    `Memory of the server: at most ${mebibytes(observed.peak)} MiB. Ready ${observed.asked - observed.unready} of ${observed.asked} times.`,
  ].join('\n');
}
