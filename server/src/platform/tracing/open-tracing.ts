import type { TracingLogger } from './start-tracing.ts';
import type { TraceSettings } from './trace-settings.ts';

/**
 * Starts to record spans if they are sent somewhere. Only then OpenTelemetry is loaded. Call it before connections to
 * the database are opened.
 * @returns A function that sends the last spans.
 */
export async function startTracingIfConfigured(
  settings: TraceSettings | undefined,
  log: TracingLogger,
): Promise<() => Promise<void>> {
  if (!settings) return () => Promise.resolve();
  const { startTracing } = await import('./start-tracing.ts');
  return startTracing(settings, log);
}
