// The text in the code of a Swiss QR-bill (Swiss Implementation Guidelines QR-bill, version 2.3): one value on each
// line.

type PostalAddress = { street: string; building: string; postcode: string; town: string; country: string }

type QrBill = {
  /** A QR-IBAN needs a QR reference; another Swiss IBAN has `RF…` or none. */
  iban: string
  creditor: { name: string } & PostalAddress
  /** A decimal; null: the payer fills it in. */
  amount: string | null
  currency: 'CHF' | 'EUR'
  reference: string | null
  /** For the payer; machines do not read it. */
  message?: string
}

export function qrBill({ iban, creditor, amount, currency, reference, message = '' }: QrBill): string {
  const account = withoutSpaces(iban)
  const quoted = withoutSpaces(reference ?? '')
  const { name, street, building, postcode, town, country } = creditor
  const lines = [
    ['SPC', '0200', '1'],
    [account],
    ['S', name.slice(0, 70), street, building, postcode, town, country],
    nobody, // The ultimate creditor is reserved for future use.
    [amount === null ? '' : francs(amount), currency],
    nobody, // The reference identifies the payer.
    [referenceKind(account, quoted), quoted],
    [message.slice(0, 140), 'EPD'],
  ]
  return lines
    .flat()
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .join('\n')
}

const nobody = ['', '', '', '', '', '', '']

const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '')

/** Two decimals, no grouping. */
function francs(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  if (!/^\d{1,9}$/.test(whole) || /[^0]/.test(fraction.slice(2)))
    throw new Error(`A QR-bill cannot ask for ${amount}: at most 999999999.99, in steps of 0.01.`)
  return `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`
}

/** A bank number from 30000 to 31999 makes a QR-IBAN, which requires a QR reference. */
function referenceKind(iban: string, reference: string): 'QRR' | 'SCOR' | 'NON' {
  const isQrIban = /^(CH|LI)\d\d3[01]/.test(iban)
  if (isQrIban !== /^\d{27}$/.test(reference))
    throw new Error('A QR-IBAN and a QR reference of 27 digits belong together.')
  if (isQrIban) return 'QRR'
  return /^RF\d\d/.test(reference) ? 'SCOR' : 'NON'
}

/** Reads `Bahnhofstrasse 1, 8001 Zürich, CH`, the address from the service's settings; null if there is none. */
export function postalAddress(text: string): PostalAddress | null {
  const [, street = '', building = '', postcode = '', town = '', country = ''] =
    /^(.+?)(?: (\d\S*))?, (\S+) (.+), ([A-Z]{2})$/.exec(text.trim()) ?? []
  return country === '' ? null : { street, building, postcode, town, country }
}
