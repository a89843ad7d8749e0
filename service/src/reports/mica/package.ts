import { type CellName, cells, module, templates } from './taxonomy.ts'
import type { ReportFile } from '../document/report.ts'
import { zipOf } from '../document/zip.ts'

// A report package of XBRL International (report-package/2023) with a report in xBRL-CSV (2021), as the EBA takes it: a table
// has a row for each data point.

export type Fact = { readonly cell: CellName; readonly value: string }

type Filing = {
  readonly name: string
  /** LEI of the issuer. */
  readonly entity: string
  readonly day: string
  readonly currency: string
  readonly facts: readonly Fact[]
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
const csv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(rows.map((row) => `${row.join(',')}\n`).join(''))

export const packageFile = (filing: Filing): ReportFile => ({
  name: `${filing.name}.zip`,
  content: zipOf(packageFiles(filing)),
})

/** The folder in the package has the name of the package. */
export function packageFiles({ name, entity, day, currency, facts }: Filing): ReportFile[] {
  const at = (path: string, content: Buffer): ReportFile => ({ name: `${name}/${path}`, content })
  const inTables = Map.groupBy(
    facts.filter(({ cell }) => cells[cell].table !== null),
    ({ cell }) => cells[cell].table!,
  )
  return [
    at('META-INF/reportPackage.json', json({ documentInfo: { documentType: 'https://xbrl.org/report-package/2023' } })),
    at(
      'reports/report.json',
      json({ documentInfo: { documentType: 'https://xbrl.org/2021/xbrl-csv', extends: [module] } }),
    ),
    at(
      'reports/parameters.csv',
      csv([
        ['name', 'value'],
        ['entityID', `lei:${entity}`],
        ['refPeriod', day],
        ['baseCurrency', `iso4217:${currency}`],
        ['decimalsInteger', '0'],
        ['decimalsMonetary', '2'],
      ]),
    ),
    at(
      'reports/FilingIndicators.csv',
      csv([['templateID', 'reported'], ...Object.entries(templates).map(([id, isIn]) => [id, String(isIn)])]),
    ),
    ...Array.from(inTables, ([table, found]) =>
      at(
        `reports/${table}.csv`,
        csv([['datapoint', 'factValue'], ...found.map(({ cell, value }) => [cells[cell].datapoint!, value])]),
      ),
    ),
  ]
}
