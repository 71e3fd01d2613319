import { Worker } from 'node:worker_threads';
import { AppError } from '../../../core/errors.ts';
import { FairSemaphore } from '../../../platform/concurrency/fair-semaphore.ts';
import { CertificateDrawResponse, type CertificateEvidence } from './certificate-messages.ts';

/** After so long without work the thread ends and gives its memory back, in milliseconds. */
const IDLE = 30_000;
/** Nothing that a certificate holds takes longer to draw, on a busy machine too. */
const WITHIN = 120_000;
const MEGABYTES = 256;

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let asked = 0;

/** One at a time, in turn between workspaces; a pack waits with each of its certificates for the next turn. */
const turns = new FairSemaphore({ slots: 1 });

/**
 * A certificate, or a record of past training, as PDF, drawn in a thread of its own.
 * @param language Code of the language of its words
 * @throws AppError `busy` when it takes too long
 */
export function renderCertificateInThread(
  workspaceId: string,
  evidence: CertificateEvidence,
  language: string,
): Promise<Uint8Array> {
  return turns.run(workspaceId, () => draw(evidence, language));
}

async function draw(evidence: CertificateEvidence, language: string): Promise<Uint8Array> {
  clearTimeout(idle);
  const drawing = (worker ??= startThread());
  const n = ++asked;
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const answered = (message: unknown) => {
    const answer = CertificateDrawResponse.parse(message);
    if (answer.n !== n) return;
    if ('failed' in answer) reject(new Error(`The certificate could not be drawn: ${answer.failed}`));
    else resolve(answer.pdf);
  };
  const ended = () => reject(new AppError('busy', 'Couldn’t create the certificate. Try again.'));
  const late = setTimeout(() => void drawing.terminate(), WITHIN);
  drawing.on('message', answered).once('exit', ended).once('error', reject);
  drawing.postMessage({ n, evidence, language });
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    drawing.off('message', answered).off('exit', ended).off('error', reject);
    idle = setTimeout(() => void worker?.terminate(), IDLE).unref();
  }
}

function startThread(): Worker {
  const started = new Worker(new URL('./certificate-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
  });
  started.unref();
  started.once('exit', () => {
    if (worker === started) worker = undefined;
  });
  // Whoever waits for it hears of it too.
  started.on('error', () => {});
  return started;
}
