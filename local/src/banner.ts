export type Facts = {
  environment: 'uat' | 'production'
  base: string
  dataFolder: string
  logs: string
  /** The demo institution's key; null when there is no demo, and why. */
  demoKey: string | null
  whyNoDemo: string | null
  /** What SPECIE_DATA was set to; null when it is the default. */
  chosenData: string | null
  embeddedDatabase: boolean
}

/** What stands on the screen once everything runs. */
export function banner(facts: Facts): string {
  const rows: [string, string | null][] = [
    ['api', facts.base],
    ['docs', new URL('/docs', facts.base).href],
    ['data', facts.dataFolder],
    ['logs', facts.logs],
    ['key', facts.demoKey],
    ['demo', facts.whyNoDemo],
  ]
  const lines = rows.flatMap(([name, value]) => (value === null ? [] : [`  ${name.padEnd(6)}${value}`]))
  const title = facts.environment === 'production' ? 'Specie (production)' : 'Specie (UAT)'
  return ['', title, '', ...lines, ...firstCall(facts), ...warnings(facts), ''].join('\n')
}

function firstCall({ demoKey, chosenData }: Facts): string[] {
  if (demoKey === null) return []
  const setting = chosenData === null ? '' : `SPECIE_DATA=${quoted(chosenData)} `
  return ['', `  a signed call:  ${setting}npx specie call accountBalance`]
}

function warnings({ environment, embeddedDatabase }: Facts): string[] {
  if (environment !== 'production' || !embeddedDatabase) return []
  return ['', '  warning: production belongs on a PostgreSQL server of its own; set DATABASE_URL.']
}

const quoted = (text: string): string => (/^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
