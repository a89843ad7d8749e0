// The EBA's reporting module for issuers of tokens, as far as we fill it. Module address, tables and data points are those of
// EBA framework 4.2 (docs/reports.md#what-is-not-verified). Which data point stands for which row of the templates of
// Implementing Regulation (EU) 2024/2902 is our reading: the framework that we have seen names dimensions by codes only. If a
// row is wrong, correct it here and nowhere else.

export const module = 'http://www.eba.europa.eu/eu/fr/xbrl/crr/fws/mica/4.2/mod/mica.json'

/** Filing indicators of the module, and whether we report the template. */
export const templates = {
  'Q_00.01': false,
  'Q_01.00': false,
  'Q_02.00': true,
  'Q_03.01': false,
  'Q_03.02': false,
  'Q_04.01': false,
  'Q_04.02': false,
  'Q_04.03': false,
  'Q_04.04': false,
  'Q_05.00': false,
} as const

export type Template = keyof typeof templates

/** Why a template is not in the package; its known figures are in cells.csv. */
export const notReported: { readonly [template in Template]?: string } = {
  'Q_00.01': 'The basic information of a report is filled in by the officer.',
  'Q_01.00': 'By country of the holder. The country of an unknown holder is not known.',
  'Q_03.01': 'By type of asset and maturity. The data points are not verified; table composition has the figures.',
  'Q_03.02': 'By counterparty. The data points are not verified; table composition has the figures.',
  'Q_04.01': 'By country of the parties, which a chain does not show.',
  'Q_04.02': 'Within the EU. The countries of the parties are not known.',
  'Q_04.03': 'Within the EU. The countries of the parties are not known.',
  'Q_04.04': 'The method of estimating, written by the officer.',
  'Q_05.00':
    'Uses as a means of exchange within a single currency area. Neither the purpose of a transfer nor the countries of its parties are known.',
}

type Cell = {
  readonly template: `S ${string}`
  readonly row: string
  readonly what: string
  /** Null: not verified, or not in the package. */
  readonly table: string | null
  readonly datapoint: string | null
}

const cell = (
  template: Cell['template'],
  row: string,
  what: string,
  table: string | null,
  datapoint: string | null,
): Cell => ({
  template,
  row,
  what,
  table,
  datapoint,
})

/** The cells of the templates, by our name. */
export const cells = {
  holders: cell('S 01.00', '0010', 'Total number of holders', null, 'dp3296030'),
  custodial: cell('S 01.00', '0020', 'Holders of custodial wallets', null, 'dp3296029'),
  custodial_retail: cell('S 01.00', '0030', 'of which retail holders', null, 'dp3296027'),
  non_custodial: cell('S 01.00', '0040', 'Holders of non-custodial wallets', null, 'dp3296026'),
  non_custodial_retail: cell('S 01.00', '0050', 'of which retail holders', null, 'dp3296028'),
  value: cell('S 02.00', '0010', 'Value of the token issued, at the reference date', 'q_02.00', 'dp3295995'),
  value_maximum: cell('S 02.00', '0020', 'Value of the token issued, maximum', 'q_02.00', 'dp3295994'),
  value_average: cell('S 02.00', '0030', 'Value of the token issued, average', 'q_02.00', 'dp3295993'),
  value_minimum: cell('S 02.00', '0040', 'Value of the token issued, minimum', 'q_02.00', 'dp3295992'),
  reserve: cell('S 02.00', '0050', 'Size of the reserve, at the reference date', 'q_02.00', 'dp3296003'),
  reserve_maximum: cell('S 02.00', '0060', 'Size of the reserve, maximum', 'q_02.00', 'dp3296002'),
  reserve_average: cell('S 02.00', '0070', 'Size of the reserve, average', 'q_02.00', 'dp3296001'),
  reserve_minimum: cell('S 02.00', '0080', 'Size of the reserve, minimum', 'q_02.00', 'dp3296000'),
  transactions: cell('S 04.01', 'total', 'Transactions per day, average number', null, 'dp3296012'),
  transactions_value: cell('S 04.01', 'total', 'Transactions per day, average value', null, 'dp3296022'),
  private_transfers: cell(
    'S 04.03',
    'total',
    'Between non-custodial wallets per day, average number',
    null,
    'dp3296024',
  ),
  private_transfers_value: cell(
    'S 04.03',
    'total',
    'Between non-custodial wallets per day, average value',
    null,
    'dp3296025',
  ),
  single_area: cell('S 05.00', 'total', 'As a means of exchange within a single currency area', null, null),
} as const satisfies Record<string, Cell>

export type CellName = keyof typeof cells
