import { parentPort } from 'node:worker_threads';
import { DrawRequest } from './certificate-messages.ts';
import { drawCertificate } from './draw-certificate.ts';

// Draws certificates away from the thread that answers requests: each takes it a tenth of a second, the first with its
// fonts more. Fonts are read here as texts need them.
parentPort?.on('message', (message: unknown) => {
  const { n, evidence } = DrawRequest.parse(message);
  drawCertificate(evidence).then(
    (pdf) => parentPort?.postMessage({ n, pdf }),
    (error: unknown) => parentPort?.postMessage({ n, failed: error instanceof Error ? error.message : String(error) }),
  );
});
