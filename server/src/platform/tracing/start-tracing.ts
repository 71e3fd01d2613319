import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import * as api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { setSpanRecorder } from './spans.ts';
import type { TraceSettings } from './trace-settings.ts';

/** Spans that wait for the collector at most. Further ones are dropped. */
const MOST_WAITING = 2_048;

/** Spans of one request to the collector. */
const BATCH = 512;

/** Milliseconds until waiting spans are sent. */
const EVERY = 2_000;

/** Milliseconds that the collector may take, with retries. */
const WITHIN = 5_000;

/** Milliseconds to send what waits when the server stops. */
const LAST = 1_000;

/** Characters of an attribute. */
const LONGEST = 256;

export type TracingLogger = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};

/**
 * Records spans and sends them to the collector in the background. Nothing waits for it: if it is away, spans are
 * dropped.
 * @returns A function that sends the last spans and ends the recording.
 */
export function startTracing(settings: TraceSettings, log: TracingLogger): () => Promise<void> {
  const contexts = new AsyncLocalStorageContextManager().enable();
  api.context.setGlobalContextManager(contexts);
  const exporter = new OTLPTraceExporter({ url: settings.url, headers: settings.headers, timeoutMillis: WITHIN });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.instance.id': `${os.hostname()}:${process.pid}`,
    }),
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: LONGEST },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: logged(exporter, log),
        maxQueueSize: MOST_WAITING,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: EVERY,
        exportTimeoutMillis: 2 * WITHIN,
      }),
    ],
  });
  setSpanRecorder({ api, tracer: provider.getTracer('training'), propagator: new W3CTraceContextPropagator() });
  return async () => {
    setSpanRecorder(undefined);
    await Promise.race([provider.shutdown().catch(() => undefined), sleep(LAST, undefined, { ref: false })]);
    api.context.disable();
  };
}

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const root = sampler.endsWith('always_on')
    ? new AlwaysOnSampler()
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** Logs once that the collector takes no spans, and once that it takes them again. */
function logged(exporter: SpanExporter, log: TracingLogger): SpanExporter {
  let isAway = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !isAway) log.warn({ err: result.error }, 'The collector takes no traces; they are dropped');
        if (!failed && isAway) log.info({}, 'The collector takes traces again');
        isAway = failed;
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
