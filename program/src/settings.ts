/** An invalid setting. Its message is the one sentence that the operator sees. */
export class BadSetting extends Error {}

export type Source = Record<string, string | undefined>

/** Reads settings by name; null for an absent one. */
export function readerOf(source: Source) {
  const text = (name: string): string | null => source[name]?.trim() || null
  return {
    text,
    whole: (name: string, low: number, high: number): number | null => {
      const given = text(name)
      if (given === null) return null
      if (/^\d{1,6}$/.test(given) && Number(given) >= low && Number(given) <= high) return Number(given)
      throw new BadSetting(`${name} must be a whole number from ${low} to ${high}; it is "${given}".`)
    },
    secret: (name: string): string | null => {
      const given = text(name)
      if (given === null || given.length >= 16) return given
      throw new BadSetting(`${name} must be at least 16 characters long; it has ${given.length}.`)
    },
  }
}
