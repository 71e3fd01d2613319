import { z } from 'zod';
import type { Config } from '../../core/config.ts';
import { type Finding, ok, wrong } from './finding.ts';

const TOPIC = 'sign-in';

/** Milliseconds the provider may take. */
const PATIENCE = 4_000;

/** Maximum bytes, more than any provider's configuration has. */
const MAX_BYTES = 256 * 1024;

const Configuration = z.object({ issuer: z.string(), authorization_endpoint: z.string(), token_endpoint: z.string() });

/** Fetches the OpenID provider's configuration, as the server does before single sign-on. */
export async function examineSignIn({ oidc }: Config): Promise<Finding> {
  if (!oidc) return ok(TOPIC, 'by mailed links', { single_sign_on: null });
  const facts = { single_sign_on: oidc.issuer };
  const remedy = 'mend OIDC_ISSUER, or what stands before that provider; mailed links work meanwhile';
  try {
    const { issuer } = Configuration.parse(JSON.parse(await readConfiguration(oidc.issuer)));
    if (withoutSlash(issuer) === withoutSlash(oidc.issuer)) {
      return ok(TOPIC, `single sign-on by ${oidc.issuer}, which answers`, facts);
    }
    return wrong(TOPIC, `OIDC_ISSUER is ${oidc.issuer}, but the provider there calls itself ${issuer}`, remedy, facts);
  } catch (error) {
    return wrong(TOPIC, `${oidc.issuer} cannot be used (${reasonOf(error)})`, remedy, facts);
  }
}

async function readConfiguration(issuer: string): Promise<string> {
  const response = await fetch(`${withoutSlash(issuer)}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (!response.ok) throw new Error(`it answers ${response.status}`);
  const text = new TextDecoder();
  let [read, bytes] = ['', 0];
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new Error('its answer is too long');
    read += text.decode(part, { stream: true });
  }
  return read;
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'it does not answer with its configuration';
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `it does not answer within ${PATIENCE / 1_000} s`;
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, '');
}
