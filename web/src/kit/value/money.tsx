import { assets } from '@specie/protocol/assets.ts'

type Props = {
  /** A decimal as the service writes it: `-1234.5`. */
  amount: string
  currency?: string
  /** The asset whose decimals to show, if its name is elsewhere in the row. */
  scaleOf?: string
  /** Shows a plus before positive amounts. */
  signed?: boolean
  /** In a column: aligns the points of all rows, with room for the decimals of the table. */
  align?: boolean
}

/** Room for decimals in a column. style/parts.css removes it if no row of the table needs it. */
const maxRoom = 6

/** Grouped, in full precision, with quiet trailing zeros, a true minus, and the currency in a lighter tone. */
export function Money({ amount, currency, scaleOf: scale = currency, signed = false, align = false }: Props) {
  const { sign, whole, fraction, zeros, pad } = moneyParts(amount, scale, align ? maxRoom : 0)
  const isFine = align && pad === ''
  return (
    <span className={isFine ? 'm fine' : 'm'}>
      {sign === '' && signed && !/^[0.]*$/.test(amount) ? '+' : sign}
      {whole}.{fraction}
      {zeros !== '' && <i>{zeros}</i>}
      {pad !== '' && (
        <i className="pad" aria-hidden>
          {pad}
        </i>
      )}
      {currency !== undefined && <span className="c">{currency}</span>}
    </span>
  )
}

/** At least two decimals, more if the amount has them, then the zeros of the asset's scale. */
export function moneyParts(amount: string, currency: string | undefined, room: number) {
  const [, minus, digits = '0', given = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(amount) ?? []
  const significant = given.replace(/0+$/, '')
  const fraction = significant.padEnd(2, '0')
  // At most six decimals with trailing zeros. Ether has eighteen.
  const scale = Math.min(scaleOf(currency) ?? fraction.length, Math.max(6, fraction.length))
  const zeros = '0'.repeat(Math.max(0, scale - fraction.length))
  const pad = '0'.repeat(Math.max(0, room - fraction.length - zeros.length))
  return { sign: minus === '-' ? '−' : '', whole: grouped(digits), fraction, zeros, pad }
}

const scaleOf = (currency: string | undefined): number | undefined =>
  currency !== undefined && currency in assets ? assets[currency as keyof typeof assets].decimals : undefined

export const grouped = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')

/** The same as plain text. */
export function moneyText(amount: string, currency?: string): string {
  const { sign, whole, fraction } = moneyParts(amount, currency, 0)
  return `${sign}${whole}.${fraction}${currency === undefined ? '' : ` ${currency}`}`
}
