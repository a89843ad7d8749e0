import { formatAmount, parseAmount } from '@specie/protocol/money.ts'
import { Money } from '../../kit/value/money.tsx'
import type { Statement } from './statement.ts'
import style from './statements.module.css'

/** Opening balance, in, out, closing balance. */
export function Totals({ statements }: { statements: readonly Statement[] }) {
  return (
    <table aria-label="Totals" className={style['totals']}>
      <thead>
        <tr>
          <th scope="col">Asset</th>
          {['Opening', 'In', 'Out', 'Closing'].map((title) => (
            <th key={title} scope="col" className="num">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {statements.map((statement) => {
          const { asset, opening, closing } = statement
          return (
            <tr key={asset}>
              <td>
                <b>{asset}</b>
              </td>
              <Cell title="Opening" asset={asset} amount={opening} />
              <Cell title="In" asset={asset} amount={total(statement, (amount) => !amount.startsWith('-'))} />
              <Cell title="Out" asset={asset} amount={total(statement, (amount) => amount.startsWith('-'))} />
              <Cell title="Closing" asset={asset} amount={closing} strong />
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

type CellProps = { title: string; asset: string; amount: string; strong?: boolean }

function Cell({ title, asset, amount, strong = false }: CellProps) {
  const money = <Money amount={amount} currency={asset} align />
  return (
    <td className="num" data-title={title}>
      {strong ? <b>{money}</b> : money}
    </td>
  )
}

/** The exact sum of the chosen movements. */
function total({ asset, movements }: Statement, isCounted: (amount: string) => boolean): string {
  const minor = movements
    .filter(({ amount }) => isCounted(amount))
    .reduce((sum, { amount }) => sum + parseAmount(amount.replace('-', ''), asset).minor, 0n)
  const isOut = movements.some(({ amount }) => isCounted(amount) && amount.startsWith('-'))
  return `${isOut ? '-' : ''}${formatAmount({ asset: asset, minor })}`
}
