import { runInSpan } from '../tracing/spans.ts';

/**
 * Fetches from a provider that the operator configured, with a span until the response begins. The span has the host,
 * but neither path nor query. The provider isn't sent the trace.
 */
export function fetchInSpan(url: string | URL, init: RequestInit & { method?: string }): Promise<Response> {
  const { method = 'GET' } = init;
  const attributes = { 'http.request.method': method, 'server.address': new URL(url).hostname };
  const work = async (describe: (attributes: Record<string, number>) => void) => {
    const response = await fetch(url, init);
    describe({ 'http.response.status_code': response.status });
    return response;
  };
  return runInSpan(method, attributes, work, 'client');
}
