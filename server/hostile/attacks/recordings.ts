import { setTimeout as sleep } from 'node:timers/promises';
import { wav } from '../../test/documents/make-recordings.ts';
import { headersOf, type Who } from '../call.ts';
import { type Attack, type AttackPlan, repeat } from './attack.ts';

/** A WAV of 10 MiB, which is as much as is taken, and lasts 55 seconds. */
const LARGE = { seconds: 1_310, rate: 192_000 };

/** Recordings that the other person sends at most: a day has 300. */
const OTHERS = 200;

/** One person pours recordings as large as may be into the workspace's storage, while another one sends short ones. */
export const pouredRecordings: Attack = {
  name: 'recordings that one person pours, while another one records',
  async run(plan, signal) {
    const large = wav(LARGE.seconds, LARGE);
    const [tally, others] = await Promise.all([
      repeat(8, signal, (n) => send(plan, 'trainer', unlike(large, n), signal)),
      sendShort(plan, signal),
    ]);
    const refused = others.filter((status) => [400, 409, 415, 429].includes(status));
    const failures =
      refused.length > 0 ? [`${refused.length} recordings beside those poured were refused: ${refused[0]}`] : [];
    const late = others.includes(200) ? [] : ['No recording beside those poured was taken'];
    return { ...tally, failures, late };
  },
};

async function sendShort(plan: AttackPlan, signal: AbortSignal): Promise<number[]> {
  const statuses: number[] = [];
  const short = wav(1);
  while (!signal.aborted && statuses.length < OTHERS) {
    const status = await send(plan, 'colleague', unlike(short, statuses.length), signal);
    if (signal.aborted) break;
    statuses.push(status);
    await sleep(500);
  }
  return statuses;
}

/** The same recording, with other samples at its start: the same bytes would be kept once. */
function unlike(recording: Buffer, n: number): Buffer {
  const other = Buffer.from(recording);
  other.writeUInt32LE(process.pid, 44);
  other.writeUInt32LE(n, 48);
  return other;
}

async function send(
  { target: { bases, tenant } }: AttackPlan,
  who: Who,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<number> {
  const base = bases[0] ?? '';
  try {
    const response = await fetch(`${base}/api/trpc/grading.uploadRecording`, {
      method: 'POST',
      headers: { ...headersOf(tenant, who, base), 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
      signal,
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
