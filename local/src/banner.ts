import type { DemoPerson } from './demo-people.ts'

export type Facts = {
  environment: 'uat' | 'production'
  base: string
  dataFolder: string
  logs: string
  /** The demo institution's key; null if there is no demo, with the reason. */
  demoKey: string | null
  whyNoDemo: string | null
  /** The people who can sign in. */
  people: readonly DemoPerson[]
  /** The value of SPECIE_DATA; null for the default. */
  chosenData: string | null
  embeddedDatabase: boolean
}

/** The text on the screen once everything runs. */
export function banner(facts: Facts): string {
  // Passkeys need a name: localhost, not an address.
  const origin = new URL(facts.base.replace('//127.0.0.1', '//localhost')).origin
  const rows: [string, string | null][] = [
    ['web', `${origin}/`],
    ['portal', `${origin}/portal`],
    ['console', `${origin}/console`],
    ['api', facts.base],
    ['docs', new URL('/docs', facts.base).href],
    ['data', facts.dataFolder],
    ['logs', facts.logs],
    ['key', facts.demoKey],
    ['demo', facts.whyNoDemo],
  ]
  const lines = rows.flatMap(([name, value]) => (value === null ? [] : [`  ${name.padEnd(9)}${value}`]))
  const title = facts.environment === 'production' ? 'Specie (production)' : 'Specie (UAT)'
  return ['', title, '', ...lines, ...firstCall(facts), ...peopleTable(facts), ...warnings(facts), ''].join('\n')
}

const command = ({ chosenData }: Facts): string =>
  chosenData === null ? 'npx specie' : `SPECIE_DATA=${quoted(chosenData)} npx specie`

function firstCall(facts: Facts): string[] {
  if (facts.demoKey === null) return []
  return ['', `  a signed call:  ${command(facts)} call accountBalance`]
}

/** Passwords and secrets of test people, so that every role can be tried. */
function peopleTable(facts: Facts): string[] {
  const { people } = facts
  if (people.length === 0) return []
  const rows = [
    ['who', 'email', 'password', 'TOTP secret'],
    ...people.map((one) => [`${one.side} ${one.role}`, one.email, one.password, one.totp]),
  ]
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  const lines = rows.map(
    (row) =>
      `  ${row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd()}`,
  )
  return ['', ...lines, '', `  a code for one of them:  ${command(facts)} demo code mlro@staff.example`]
}

function warnings({ environment, embeddedDatabase }: Facts): string[] {
  if (environment !== 'production' || !embeddedDatabase) return []
  return ['', '  warning: production belongs on a PostgreSQL server of its own; set DATABASE_URL.']
}

const quoted = (text: string): string => (/^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
