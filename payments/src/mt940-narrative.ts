import { numberText, parseAccountId } from './account.ts'
import type { BankEntry } from './camt.ts'
import { isQrReference, isScorReference } from './reference.ts'

// Field :86:, which every bank writes differently. Two forms are known: code words between slashes, and numbered subfields
// after question marks. Any other content is free text.

type Narrative = {
  readonly bankref: string | null
  readonly endToEndId: string | null
  readonly reference: BankEntry['reference']
  readonly text: string | null
  readonly counterparty: BankEntry['counterparty']
  readonly returned: { readonly code: string; readonly info: string | null } | null
}

type Parts = {
  bankref?: string
  endToEndId?: string
  text?: string
  name?: string
  account?: string
  bic?: string
  reason?: string
}

export function readNarrative(raw: string, currency: string): Narrative {
  // A line of :86: is cut at exactly 65 characters; a word may continue on the next line.
  const joined = raw.split('\n').join('')
  const parts = /^\d{3}\?/.test(joined) ? subfields(joined) : /^\/[A-Z]{3,4}\//.test(joined) ? codeWords(joined) : null
  const text = parts ? (parts.text ?? null) : raw.split('\n').join(' ').trim() || null
  return {
    bankref: parts?.bankref ?? null,
    endToEndId: parts?.endToEndId === 'NOTPROVIDED' ? null : (parts?.endToEndId ?? null),
    reference: referenceIn(joined),
    text,
    counterparty: {
      name: parts?.name ?? null,
      account: parts?.account === undefined ? null : accountText(parts.account, parts.bic, currency),
      bic: parts?.bic ?? null,
    },
    returned: parts?.reason === undefined ? null : { code: parts.reason, info: null },
  }
}

function accountText(text: string, bic: string | undefined, currency: string): string {
  const id = parseAccountId(text)
  if (id?.kind === 'iban') return id.iban
  return numberText(text, bic === undefined ? null : { bic, sortcode: null }, currency)
}

const words: Readonly<Record<string, keyof Parts>> = {
  EREF: 'endToEndId',
  REMI: 'text',
  ORDP: 'name',
  BENM: 'name',
  IBAN: 'account',
  BIC: 'bic',
  RTRN: 'reason',
  TR: 'bankref',
}

/** `/EREF/E2E-1/ORDP//NAME/Muster AG/REMI//USTD//Invoice 7`: a word extends to the next known one. */
function codeWords(text: string): Parts {
  const parts: Parts = {}
  const marks = [...text.matchAll(/\/(EREF|REMI|ORDP|BENM|IBAN|BIC|RTRN|TR)\//g)]
  for (const [index, mark] of marks.entries()) {
    const value = text.slice(mark.index + mark[0].length, marks[index + 1]?.index ?? text.length)
    const plain = value
      .replace(/^\/?(NAME|USTD|STRD)\/+/, '')
      .replace(/^\/+|\/+$/g, '')
      .trim()
    if (plain !== '') parts[words[mark[1]!]!] ??= plain
  }
  return parts
}

/** `166?00Credit?20EREF+E2E-1?21SVWZ+Invoice 7?30BIC?31IBAN?32Name`: 20 to 29 and 60 to 63 are the remittance. */
function subfields(text: string): Parts {
  const fields = text.split(/\?(?=\d{2})/).slice(1)
  const of = (wanted: RegExp): string =>
    fields
      .filter((f) => wanted.test(f))
      .map((f) => f.slice(2))
      .join('')
  const remittance = of(/^(2\d|6[0-3])/)
  const tagged = (tag: string): string =>
    new RegExp(`${tag}\\+([^]*?)(?=(?:EREF|KREF|MREF|SVWZ|RREF)\\+|$)`).exec(remittance)?.[1]?.trim() ?? ''
  const found = {
    endToEndId: tagged('EREF'),
    text: tagged('SVWZ') || (/(EREF|SVWZ)\+/.test(remittance) ? '' : remittance),
    bic: of(/^30/),
    account: of(/^31/),
    name: of(/^3[23]/),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== ''))
}

/** A structured reference is recognised by its check digits at any position. */
function referenceIn(text: string): BankEntry['reference'] {
  for (const [candidate] of text.matchAll(/(?<!\d)\d{27}(?!\d)/g)) {
    if (isQrReference(candidate)) return { type: 'QRR', value: candidate }
  }
  for (const [candidate] of text.matchAll(/(?<![A-Z0-9])RF\d{2}[A-Z0-9]{1,21}(?![A-Z0-9])/g)) {
    if (isScorReference(candidate)) return { type: 'SCOR', value: candidate }
  }
  return { type: 'none', value: null }
}
