import type { Config } from '../../core/config.ts';
import { withinTime } from '../../providers/identity/bounded-fetch.ts';
import { findProvider } from '../../providers/identity/find-provider.ts';
import { type Finding, ok, wrong } from './finding.ts';

const TOPIC = 'sign-in';

/** Milliseconds the provider may take. */
const PATIENCE = 4_000;

/** Fetches the OpenID provider's configuration, as the server does before single sign-on. */
export async function examineSignIn({ oidc }: Config): Promise<Finding> {
  if (!oidc) return ok(TOPIC, 'by mailed links', { single_sign_on: null });
  const facts = { single_sign_on: oidc.issuer };
  try {
    await withinTime(PATIENCE, () => findProvider(oidc));
    return ok(TOPIC, `single sign-on by ${oidc.issuer}, which answers`, facts);
  } catch (error) {
    const remedy = 'mend OIDC_ISSUER, or what stands before that provider; mailed links work meanwhile';
    return wrong(TOPIC, `${oidc.issuer} cannot be used (${reasonOf(error)})`, remedy, facts);
  }
}

/** Returns the innermost reason that says more than that the provider couldn't be asked. */
function reasonOf(error: unknown): string {
  const no = 'it does not answer with its configuration';
  if (error instanceof Response) return error.ok ? no : `it answers ${error.status}`;
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `it does not answer within ${PATIENCE / 1_000} s`;
  if (error instanceof SyntaxError) return no;
  return error.cause instanceof Error || error.cause instanceof Response ? reasonOf(error.cause) : error.message;
}
