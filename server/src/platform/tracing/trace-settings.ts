import { z } from 'zod';

/** Samplers by their standard names. `parentbased_…` follow the caller's decision where there is one. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Variables of OpenTelemetry's specification. Values are encoded as in URLs, because commas separate the headers. */
export const TraceEnvironment = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'Must be the http or https address of a collector' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^=,]*(,[^=,\s]+=[^=,]*)*$/, 'Must be name=value, separated by commas; encode = as %3D')
    .refine(isDecodable, 'Must have values encoded as in URLs; encode % as %25')
    .optional(),
  OTEL_SERVICE_NAME: z.string().default('training'),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|0?\.\d+|1\.0+)$/, 'Must be a share from 0 to 1')
    .transform(Number)
    .default(1),
});

export type TraceSettings = {
  /** Address that spans are posted to. */
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  sampler: (typeof SAMPLERS)[number];
  /** Share of the traces that are recorded, for samplers by ratio. */
  ratio: number;
};

/** Returns undefined if spans aren't sent anywhere, and so aren't recorded. */
export function readTraceSettings(env: z.output<typeof TraceEnvironment>): TraceSettings | undefined {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  return {
    url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
    headers: headersOf(env.OTEL_EXPORTER_OTLP_HEADERS),
    serviceName: env.OTEL_SERVICE_NAME,
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  };
}

function headersOf(text: string | undefined): Record<string, string> {
  const pairs = (text?.split(',') ?? []).map((pair) => pair.split('=', 2));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, decodeURIComponent(value.trim())]));
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
