import type { Options } from '../command.ts'

// An example of each word, so that each command of operators has one.

const id = '01a1dd43-ac0c-7e54-8089-855b9399b74a'

const words: { readonly [word: string]: string } = {
  ADDRESS: id,
  AGREEMENT: id,
  ASSET: 'USDC',
  BIC: 'UATBCHZZXXX',
  CASE: id,
  CHAIN: 'ETH',
  COIN: 'VCHF',
  CONTRACT: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  EMAIL: 'ann@desk.example',
  'ENTRY[,ENTRY…]': '41,42',
  ENTRY: '41',
  EXCHANGE: id,
  FILE: 'file.xml',
  HASH: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  HEIGHT: '1200',
  IBAN: 'CH9300762011623852957',
  LINE: '7',
  'NAME…': 'Acme Treasury AG',
  NAME: 'alpha',
  ON: "'next mint'",
  'PRODUCT:ASSET:PERIOD:AMOUNT': 'withdraw:CHF:day:50000',
  PATH: 'statement.pdf',
  PRODUCT: 'stablecoin_issuance',
  'QUESTION…': 'Who owns the remaining shares?',
  REASON: 'aml_review',
  ROLES: 'operations,treasury',
  SWITCH: 'withdraw:CHF',
  SYMBOL: 'VCHF/CHF',
  'TEXT…': 'They explained it on the phone.',
  ZIP: 'export.zip',
  'WHY…': 'as agreed with the client',
}

/** Example values of required options. */
const values: { readonly [option: string]: string } = {
  email: 'ada@acme.example',
  admin_email: 'ada@acme.example',
  admin_name: "'Ada Muster'",
  reason: "'as agreed with the client'",
  roles: 'operations,treasury',
  name: "'Ada Muster'",
}

/** Example arguments of a command with these words. */
export function exampleOf(names: readonly string[], options: Options = {}): string {
  const typed = names.filter((word) => !word.startsWith('[')).map(wordOf)
  const needed = Object.entries(options).flatMap(([name, { needed, choices }]) =>
    needed ? [`--${name} ${choices?.[0] ?? values[name.replaceAll('-', '_')] ?? id}`] : [],
  )
  return [...typed, ...needed].join(' ')
}

function wordOf(word: string): string {
  const known = words[word]
  if (known !== undefined) return known
  return word.includes('|') ? word.split('|')[0]! : id
}
