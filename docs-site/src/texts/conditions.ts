import type { Facts } from '../model/facts.ts'

// A page may have parts for some servers only: from `<!-- only: sandbox -->` to `<!-- for all -->` or the next condition.

const conditions: { readonly [name: string]: (facts: Facts) => boolean } = {
  uat: ({ environment }) => environment === 'uat',
  production: ({ environment }) => environment === 'production',
  sandbox: ({ sandbox }) => sandbox,
  'no sandbox': ({ sandbox }) => !sandbox,
}

/** The text for this server. */
export function textFor(text: string, facts: Facts): string {
  const [opening = '', ...others] = text.split(/^<!-- (only: [\w ]+|for all) -->\n/m)
  const parts = others.flatMap((mark, n) => {
    if (n % 2 === 1) return []
    return holds(mark, facts) ? [others[n + 1] ?? ''] : []
  })
  return [opening, ...parts].join('')
}

function holds(mark: string, facts: Facts): boolean {
  if (mark === 'for all') return true
  const condition = conditions[mark.slice('only: '.length)]
  if (condition === undefined)
    throw new Error(`<!-- ${mark} --> is not a condition: use ${Object.keys(conditions).join(', ')}`)
  return condition(facts)
}
