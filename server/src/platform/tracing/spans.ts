import type * as OpenTelemetry from '@opentelemetry/api';
import type { Attributes, Context, Span, SpanOptions, TextMapPropagator, Tracer } from '@opentelemetry/api';

/** Parts of OpenTelemetry that record spans, loaded only where they are sent. */
export type SpanRecorder = { api: typeof OpenTelemetry; tracer: Tracer; propagator: TextMapPropagator };

let recorder: SpanRecorder | undefined;

/** Switches the recording of spans on, or off again. */
export function setSpanRecorder(parts: SpanRecorder | undefined): void {
  recorder = parts;
}

export const isTracing = (): boolean => recorder !== undefined;

/** Returns true within a span that is recorded. */
export const isInRecordedSpan = (): boolean => recorder?.api.trace.getActiveSpan()?.isRecording() === true;

/** Adds attributes to a span. They must not contain personal data, secrets, or texts of callers. */
export type AddSpanAttributes = (attributes: Attributes) => void;

const NOTHING: AddSpanAttributes = () => undefined;

/**
 * Runs `work` in a span of the current request or job. Outside of one, or if spans aren't recorded, it only runs
 * `work`.
 * @param kind `client` for work that another system does.
 */
export function runInSpan<T>(
  name: string,
  attributes: Attributes,
  work: (describe: AddSpanAttributes) => Promise<T>,
  kind: 'internal' | 'client' = 'internal',
): Promise<T> {
  const begun = begin(name, attributes, kind);
  return begun ? within(begun.on, begun.span, begun.on.api.context.active(), work) : work(NOTHING);
}

/** Begins a span for work that ends with a callback. Returns the function that ends it; undefined outside of one. */
export function beginSpan(name: string, attributes: Attributes): ((error?: unknown) => void) | undefined {
  const begun = begin(name, attributes, 'client');
  return begun && ((error) => end(begun.on, begun.span, error));
}

/** Binds a callback to the current span. Others may call it, such as whoever releases a connection. */
export function bindToSpan<Given extends unknown[]>(callback: (...given: Given) => void): (...given: Given) => void {
  if (!recorder) return callback;
  const { context } = recorder.api;
  const active = context.active();
  return (...given) => context.with(active, callback, undefined, ...given);
}

/** Runs a job in a trace of its own. */
export function runJobInTrace<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!recorder) return work();
  const { api, tracer } = recorder;
  const span = tracer.startSpan(name, { root: true, kind: api.SpanKind.CONSUMER });
  return within(recorder, span, api.ROOT_CONTEXT, work);
}

export type RequestSpan = {
  /** Runs `work` as a part of the request. */
  run(work: () => void): void;
  end(outcome: { name: string; attributes: Attributes; failed: boolean }): void;
};

/** Begins the span of a request, in the trace of its `traceparent`; undefined if spans aren't recorded. */
export function beginRequestSpan(method: string, headers: NodeJS.Dict<string | string[]>): RequestSpan | undefined {
  if (!recorder) return undefined;
  const { api, tracer, propagator } = recorder;
  const caller = propagator.extract(api.ROOT_CONTEXT, headers, api.defaultTextMapGetter);
  const span = tracer.startSpan(method, { kind: api.SpanKind.SERVER }, caller);
  const context = api.trace.setSpan(caller, span);
  return {
    run: (work) => api.context.with(context, work),
    end({ name, attributes, failed }) {
      span.updateName(name).setAttributes(attributes);
      if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end();
    },
  };
}

function begin(name: string, attributes: Attributes, kind: 'internal' | 'client') {
  if (!recorder || !isInRecordedSpan()) return undefined;
  const { SpanKind } = recorder.api;
  const options: SpanOptions = { attributes, kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL };
  return { on: recorder, span: recorder.tracer.startSpan(name, options) };
}

async function within<T>(
  on: SpanRecorder,
  span: Span,
  around: Context,
  work: (describe: AddSpanAttributes) => Promise<T>,
) {
  const { api } = on;
  try {
    const result = await api.context.with(api.trace.setSpan(around, span), work, undefined, (attributes: Attributes) =>
      span.setAttributes(attributes),
    );
    end(on, span);
    return result;
  } catch (error) {
    end(on, span, error);
    throw error;
  }
}

/** Ends a span. Of an error only its kind is recorded: messages may contain data. */
function end({ api }: SpanRecorder, span: Span, error?: unknown): void {
  if (error !== undefined && error !== null) {
    span.setStatus({ code: api.SpanStatusCode.ERROR }).setAttribute('error.type', kindOf(error));
  }
  span.end();
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
