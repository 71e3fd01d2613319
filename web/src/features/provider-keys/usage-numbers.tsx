import type { AiUsage } from '@training/shared/ai-usage/ai-usage';
import { dollarsFor, inFull, inShort, inTime } from '../../lib/numbers.ts';
import classes from './provider-keys.module.css';

type Amounts = AiUsage['totals']['own'];

/** The totals of all calls, split by own and pooled keys. */
export function UsageNumbers({ totals: { own, pooled } }: { totals: AiUsage['totals'] }) {
  const all = sumOf(own, pooled);
  const inDollars = dollarsFor([all, own, pooled].map(({ cost_usd }) => cost_usd));
  const numbers: [string, (amounts: Amounts) => string][] = [
    ['Calls', ({ calls }) => inFull(calls)],
    ['Failed', ({ failed }) => inFull(failed)],
    ['Tokens', ({ input_tokens, output_tokens }) => inShort(input_tokens + output_tokens)],
    ['Estimated cost', ({ cost_usd }) => inDollars(cost_usd)],
  ];
  // Shown only if speech was transcribed.
  if (all.seconds > 0) numbers.splice(3, 0, ['Audio', ({ seconds }) => inTime(seconds)]);
  return (
    <dl className={classes.numbers}>
      {numbers.map(([name, format]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={classes.number}>{format(all)}</dd>
          <dd>
            own {format(own)}
            <br />
            pooled {format(pooled)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function sumOf(a: Amounts, b: Amounts): Amounts {
  return {
    calls: a.calls + b.calls,
    failed: a.failed + b.failed,
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    seconds: a.seconds + b.seconds,
    cost_usd: a.cost_usd + b.cost_usd,
  };
}
