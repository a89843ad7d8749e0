import { SpanStatusCode, trace as otel } from '@opentelemetry/api'

const tracer = otel.getTracer('specie')

/** Runs `work` as a span. Costs almost nothing while no exporter is configured (see telemetry.ts). */
export function trace<T>(name: string, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) })
      throw error
    } finally {
      span.end()
    }
  })
}
