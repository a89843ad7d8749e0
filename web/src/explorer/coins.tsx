import { IconArrowRight } from '@tabler/icons-react'
import { Id } from '../kit/value/id.tsx'
import { Money } from '../kit/value/money.tsx'
import type { Coin, TxView } from '@specie/protocol/sandbox/explorer.ts'
import { Party } from './parts.tsx'
import style from './explorer.module.css'

/** Bitcoin: inputs on the left, outputs on the right. */
export function Coins({ tx: { inputs, outputs, names } }: { tx: TxView }) {
  return (
    <div className={style['coins']}>
      {inputs.length === 0 ? (
        <p className="muted s13">New coins, the reward for mining the block.</p>
      ) : (
        <List title="Inputs" coins={inputs} names={names} />
      )}
      <IconArrowRight className="ic" aria-hidden />
      <List title="Outputs" coins={outputs} names={names} />
    </div>
  )
}

function List({ title, coins, names }: { title: string; coins: readonly Coin[]; names: TxView['names'] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col" className="num">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {coins.map(({ address, amount, script, txid }, i) => (
          <tr key={i}>
            <td className="wrap">
              {address === null ? <span className="muted">no address</span> : <Party address={address} names={names} />}
              <small className={style['money']}>
                {txid === null ? (
                  script
                ) : (
                  <span>
                    {script} of <Id value={txid} to={`/BTC/tx/${txid}`} copy={false} />
                  </span>
                )}
              </small>
            </td>
            <td className="num">{amount === null ? '' : <Money amount={amount} currency="BTC" />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
