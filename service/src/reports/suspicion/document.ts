import { codes, movements } from './codes.ts'
import { type Element, xmlOf } from './xml.ts'

// The draft of a report about a suspicion, in the structure of goAML 4.0 (UNODC). The officer completes and files it.

export type Client = {
  readonly name: string
  readonly tradingName: string | null
  readonly registration: string | null
  readonly business: string | null
  readonly country: string | null
  readonly incorporatedOn: string | null
}

export type Item = {
  readonly id: string
  readonly holdid: string
  readonly kind: keyof typeof movements
  readonly at: Date
  /** In francs; null if there is no rate. */
  readonly local: string | null
  readonly asset: string
  readonly amount: string
  readonly parties: readonly string[]
  /** Address or account number of the other side. */
  readonly account: string | null
}

export type Draft = {
  readonly reference: string
  readonly at: Date
  readonly officer: string
  readonly client: Client
  readonly items: readonly Item[]
  /** Why the items were held. */
  readonly reasons: readonly string[]
}

const draftNotice = 'DRAFT. Not filed. The officer writes the reason, checks the codes of the unit, and files it.'

export function goamlOf({ reference, at, officer, client, items, reasons }: Draft): string {
  const hasTransactions = items.length > 0
  return xmlOf([
    'report',
    [
      ['rentity_id', codes.entity],
      ['submission_code', codes.submission],
      ['report_code', hasTransactions ? codes.withTransactions : codes.withoutTransactions],
      ['entity_reference', reference],
      ['submission_date', time(at)],
      ['currency_code_local', 'CHF'],
      ['reporting_person', personOf(officer)],
      ['reason', [draftNotice, ...reasons].join('\n').slice(0, 4000)],
      ['action', 'The items are held. The client was not notified.'],
      ...(hasTransactions ? items.map((item) => transactionOf(item, client)) : [activityOf(client)]),
    ],
  ])
}

const time = (at: Date): string => at.toISOString().slice(0, 19)

function personOf(name: string): Element[] {
  const at = name.lastIndexOf(' ')
  return [
    ['first_name', at < 0 ? '-' : name.slice(0, at)],
    ['last_name', name.slice(at + 1)],
  ]
}

const activityOf = (client: Client): Element => [
  'activity',
  [['report_parties', [['report_party', [['entity', entityOf(client)]]]]]],
]

function transactionOf(item: Item, client: Client): Element {
  const { direction, mode, what } = movements[item.kind]
  const isIn = direction === 'in'
  return [
    'transaction',
    [
      ['transactionnumber', item.id],
      ['internal_ref_number', item.holdid],
      ['transaction_description', `${what}: ${item.amount} ${item.asset}`],
      ['date_transaction', time(item.at)],
      ['transmode_code', mode],
      ['amount_local', item.local ?? '0'],
      isIn ? otherSide('from', item) : ourSide('from', client),
      isIn ? ourSide('to', client) : otherSide('to', item),
      item.local === null ? ['comments', 'There was no rate for the amount in local currency: fill it in.'] : null,
    ],
  ]
}

type Side = 'from' | 'to'

const ourSide = (side: Side, client: Client): Element => [
  `t_${side}_my_client`,
  [
    [`${side}_funds_code`, codes.funds],
    [`${side}_entity`, entityOf(client)],
    [`${side}_country`, client.country ?? codes.noCountry],
  ],
]

/** The other side by its account or address, with the names that are known. */
const otherSide = (side: Side, { account, parties }: Item): Element => [
  `t_${side}`,
  [
    [`${side}_funds_code`, codes.funds],
    account === null
      ? [`${side}_entity`, [['name', parties[0] ?? 'unknown']]]
      : [
          `${side}_account`,
          [
            ['institution_name', 'unknown'],
            ['account', account.slice(0, 255)],
            parties.length === 0 ? null : ['account_name', parties.join(', ').slice(0, 255)],
          ],
        ],
    [`${side}_country`, codes.noCountry],
  ],
]

const entityOf = ({ name, tradingName, registration, business, country, incorporatedOn }: Client): Element[] => [
  ['name', name],
  ['commercial_name', tradingName],
  ['incorporation_number', registration],
  ['business', business],
  ['incorporation_country_code', country],
  ['incorporation_date', incorporatedOn === null ? null : `${incorporatedOn}T00:00:00`],
]
