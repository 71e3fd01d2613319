import { expect, test } from 'vitest';
import { readConfig } from '../../core/config.ts';

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';

test('spans are sent to the collector’s standard path, all of them where nothing else is set', () => {
  expect(readConfig({}).traces).toBeUndefined();
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).traces).toEqual({
    url: 'http://127.0.0.1:4318/v1/traces',
    headers: {},
    serviceName: 'training',
    sampler: 'parentbased_always_on',
    ratio: 1,
  });
  const set = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/otlp/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3Db,x-team=learning',
    OTEL_SERVICE_NAME: 'academy',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
  };
  expect(readConfig(set).traces).toEqual({
    url: 'https://collector.example.com/otlp/v1/traces',
    headers: { authorization: 'Bearer a=b', 'x-team': 'learning' },
    serviceName: 'academy',
    sampler: 'parentbased_traceidratio',
    ratio: 0.05,
  });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector:4317'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a-secret-without-a-name'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x=a-secret%'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '5'],
  ['OTEL_TRACES_SAMPLER_ARG', '5%'],
])('%s=%s is refused by its name, and the value is not repeated', (name, value) => {
  const read = () => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, [name]: value });
  expect(read).toThrow(new RegExp(`^${name}: `));
  expect(read).not.toThrow(/a-secret/);
});
