import { parentPort } from 'node:worker_threads';
import { CertificateDrawRequest } from './certificate-messages.ts';
import { createCertificateTranslator } from './certificate-text.ts';
import { drawCertificatePdf } from './draw-certificate.ts';

// Draws certificates off the thread that answers requests: one takes about 100 ms, the first longer. Fonts are loaded
// as texts need them.
parentPort?.on('message', (message: unknown) => {
  const { n, evidence, language } = CertificateDrawRequest.parse(message);
  drawCertificatePdf(evidence, createCertificateTranslator(language)).then(
    (pdf) => parentPort?.postMessage({ n, pdf }),
    (error: unknown) => parentPort?.postMessage({ n, failed: error instanceof Error ? error.message : String(error) }),
  );
});
