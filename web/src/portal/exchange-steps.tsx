import type { ReactNode } from 'react'
import type { Output } from '../api/call.ts'
import { Time } from '../kit/value/time.tsx'
import style from './exchange-steps.module.css'

/** Undefined: not loaded yet. Null: no provider is asked. */
export type Exchange = Output<'accountSteps'>['exchange'] | undefined

/** A sentence, and what has happened between us and the provider of a hosted wallet; null if there is no provider. */
export const exchangeNote = (text: string, exchange: Exchange): ReactNode =>
  exchange ? (
    <>
      {text}
      <ExchangeSteps exchange={exchange} />
    </>
  ) : null

function ExchangeSteps({ exchange }: { exchange: NonNullable<Exchange> }) {
  const { provider, is_waiting, sent_at, received_at, accepted_at } = exchange
  return (
    <ul className={style['steps']}>
      {sent_at === null ? (
        <li>The data of sender and recipient go to {provider} next.</li>
      ) : (
        <li>
          The data of sender and recipient were sent to {provider}. <Time at={sent_at} />
        </li>
      )}
      {received_at !== null && (
        <li>
          {provider} has received them. <Time at={received_at} />
        </li>
      )}
      {accepted_at !== null && (
        <li>
          {provider} has accepted the transfer. <Time at={accepted_at} />
        </li>
      )}
      {is_waiting && sent_at !== null && <li>We wait for the decision of {provider}.</li>}
    </ul>
  )
}
