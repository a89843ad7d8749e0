import type { Config } from '../config.ts'

/**
 * Sends traces to an OpenTelemetry collector when one is configured; otherwise the libraries are not even loaded.
 * Returns the function that flushes and stops it.
 */
export async function startTelemetry({ otlpEndpoint }: Pick<Config, 'otlpEndpoint'>): Promise<() => Promise<void>> {
  if (otlpEndpoint === null) return async () => {}
  const [{ NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const exporter = new OTLPTraceExporter({ url: new URL('v1/traces', `${otlpEndpoint.replace(/\/$/, '')}/`).href })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'specie' }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: 1_000 })],
  })
  provider.register()
  return () => provider.shutdown()
}
