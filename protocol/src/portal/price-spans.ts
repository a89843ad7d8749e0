/** The spans of price charts, and the distance of their prices. In minutes; some 300 prices each. */
export const spans = {
  '1h': { minutes: 60, step: 1 },
  '24h': { minutes: 24 * 60, step: 5 },
  '7d': { minutes: 7 * 24 * 60, step: 30 },
  '30d': { minutes: 30 * 24 * 60, step: 120 },
} as const

export type Span = keyof typeof spans
export const spanNames = Object.keys(spans) as [Span, ...Span[]]
