import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Period } from '../document/period.ts'
import type { Report, Row, Table } from '../document/report.ts'
import { usedServices } from './from-settings.ts'
import { type Registered, registerAt } from './register.ts'

// The register of outsourced services, and the same as tables of the register of information of DORA.

export async function outsourcingReport(tx: Tx, period: Period, now: Date, env: Env): Promise<Report> {
  const register = await registerAt(tx, period.to)
  const current = register.filter(({ content }) => !content.is_ended)
  const known = new Set(register.map(({ code }) => code))
  const missing = usedServices(env).filter(({ code }) => !known.has(code))
  const lei = env.config.companyLei ?? ''
  return {
    title: 'Outsourced services',
    period: period.name,
    final: period.to <= now,
    notes: [
      'Tables b_… have the columns of the register of information of Implementing Regulation (EU) 2024/2956, as far as the register has them. Columns that are not listed are left to the officer.',
      'Services that this installation uses according to its settings, and that are not registered yet, are in the table missing.',
      ...(lei === '' ? ['The LEI of the company is missing: set COMPANY_LEI.'] : []),
    ],
    tables: [
      registerTable(register),
      {
        name: 'missing',
        title: 'Used, but not registered',
        columns: ['code', 'function', 'setting'],
        rows: missing.map(({ code, function: what, setting }) => ({
          cells: [code, what, setting],
          sources: { code: `setting ${setting}` },
        })),
      },
      ...doraTables(current, lei),
    ],
    checks: [
      {
        what: 'every service that the settings name is registered',
        ok: missing.length === 0,
        detail: missing.map(({ code }) => code).join(', '),
      },
    ],
    documents: [],
  }
}

const yes = (is: boolean): string => (is ? 'yes' : 'no')

const fields: readonly (readonly [column: string, of: (one: Registered) => string])[] = [
  ['code', ({ code }) => code],
  ['provider', ({ content }) => content.provider],
  ['provider_code', ({ content }) => content.provider_code ?? ''],
  ['provider_country', ({ content }) => content.provider_country],
  ['function', ({ content }) => content.function],
  ['is_critical', ({ content }) => yes(content.is_critical)],
  ['data_country', ({ content }) => content.data_country],
  ['contract', ({ content }) => content.contract],
  ['starts_on', ({ content }) => content.starts_on],
  ['ends_on', ({ content }) => content.ends_on ?? ''],
  ['exit_plan', ({ content }) => content.exit_plan],
  ['is_ended', ({ content }) => yes(content.is_ended)],
]

const registerTable = (register: readonly Registered[]): Table =>
  tableOf('register', 'Register', register, Object.fromEntries(fields))

/** The first column of each row names its source, the row of the register. */
function tableOf(name: string, title: string, register: readonly Registered[], columns: Columns): Table {
  const [first = ''] = Object.keys(columns)
  const rowOf = (one: Registered): Row => ({
    cells: Object.values(columns).map((of) => of(one)),
    sources: { [first]: `registered ${one.id}` },
  })
  return { name, title, columns: Object.keys(columns), rows: register.map(rowOf) }
}

type Columns = Readonly<Record<string, (one: Registered) => string>>

/** Which column has which field is our reading (docs/reports.md#what-is-not-verified). */
function doraTables(register: readonly Registered[], lei: string): Table[] {
  const table = (name: string, title: string, columns: Columns) => tableOf(name, title, register, columns)
  const contract = ({ content }: Registered) => content.contract
  const provider = ({ content }: Registered) => content.provider_code ?? content.provider
  const exitPlan = ({ content }: Registered) => yes(content.exit_plan !== '')
  return [
    table('b_02.01', 'B_02.01 Contracts', { c0010: contract }),
    table('b_02.02', 'B_02.02 Contracts, by service', {
      c0010: contract,
      c0020: () => lei,
      c0030: provider,
      c0050: ({ code }) => code,
      c0070: ({ content }) => content.starts_on,
      c0080: ({ content }) => content.ends_on ?? '9999-12-31',
      c0130: ({ content }) => content.provider_country,
      c0150: ({ content }) => content.data_country,
      c0160: ({ content }) => content.data_country,
    }),
    table('b_05.01', 'B_05.01 Providers', {
      c0010: provider,
      c0050: ({ content }) => content.provider,
      c0080: ({ content }) => content.provider_country,
    }),
    table('b_06.01', 'B_06.01 Functions', {
      c0010: ({ code }) => code,
      c0030: ({ content }) => content.function,
      c0040: () => lei,
      c0050: ({ content }) => yes(content.is_critical),
    }),
    table('b_07.01', 'B_07.01 Assessment', { c0010: contract, c0020: provider, c0080: exitPlan }),
  ]
}
