import type { Quote } from './fill-or-kill.ts'

// Selects the displayed prices. Those at which an order of any size is filled (ADR 30). Pure.

/**
 * Best price first. A better price that does not take every size is left out: an order that takes it gets a better fill than
 * displayed.
 */
export function shown(quotes: readonly Quote[]): readonly Quote[] {
  const first = quotes.findIndex(({ anySize }) => anySize)
  return first < 0 ? [] : quotes.slice(first)
}

/**
 * If several quotes have the best price, the largest of them. An order that takes two of them may leave a rest that is
 * too small.
 */
export function bestLevel(quotes: readonly Quote[]): Quote | null {
  const [first, ...others] = shown(quotes)
  if (first === undefined) return null
  return others
    .filter(({ price, anySize }) => price === first.price && anySize)
    .reduce((largest, quote) => (quote.qty > largest.qty ? quote : largest), first)
}
