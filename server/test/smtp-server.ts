import { onTestFinished } from 'vitest';
import { startSmtpStandIn } from './smtp-stand-in.ts';

/** An SMTP server that is stopped after the test file, or after the test where it is started in one. */
export async function startSmtpServer({ until = onTestFinished }: { until?: (close: () => void) => void } = {}) {
  const smtp = await startSmtpStandIn();
  until(() => smtp.stop());
  return smtp;
}
