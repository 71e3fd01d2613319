import { Gauge, type Registry } from 'prom-client';

type Values = Record<string, number>;

/** Registers a gauge whose values, by those of its label, are read whenever metrics are. */
export function registerGauge(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  read: () => Values | Promise<Values>,
): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      gauge.reset();
      for (const [of, value] of Object.entries(await read())) gauge.set({ [label]: of }, value);
    },
  });
}
