import { Money } from '../kit/value/money.tsx'
import { Facts } from '../kit/page.tsx'
import { sentence } from '../kit/value/states.ts'

type NextFault = { next: string; count: number }

/** The state that a counterpart reports. */
export type State = {
  asked?: NextFault[]
  accounts?: { iban: string; purpose: string; currency: string; balance: string }[]
  pending?: unknown[]
  reversals?: unknown[]
  rates?: unknown
  conversions?: unknown[]
  collections?: unknown[]
  arrivals?: unknown[]
  settlements?: unknown[]
  returns?: unknown[]
  venues?: {
    venue: string
    streams: number
    positions: Record<string, string>
    executions: unknown[]
    asked: NextFault[]
  }[]
}

const counted = { pending: 'Payments in progress', reversals: 'Payments being returned' } as const
const ofProvider = {
  conversions: 'Conversions',
  collections: 'Collection accounts',
  arrivals: 'Payments received',
  settlements: 'Settlements',
  returns: 'Returns',
} as const

export function CounterpartState({ name, state }: { name: 'bank' | 'provider' | 'lp'; state: State }) {
  if (name === 'lp') return state.venues?.map((venue) => <Venue key={venue.venue} {...venue} />)
  const lists = name === 'bank' ? counted : ofProvider
  return (
    <Facts
      rows={[
        ...(state.accounts ?? []).map(
          ({ iban, purpose, currency, balance }) =>
            [
              `${sentence(purpose)} ${iban.slice(-4)}`,
              <Money key={iban} amount={balance} currency={currency} />,
            ] as const,
        ),
        ...Object.entries(lists).map(
          ([key, title]) => [title, String((state[key as keyof State] as unknown[] | undefined)?.length ?? 0)] as const,
        ),
        ['Next faults', wrongs(state.asked ?? [])],
      ]}
    />
  )
}

const wrongs = (asked: readonly NextFault[]): string =>
  asked.length === 0 ? 'nothing' : asked.map(({ next, count }) => `${sentence(next)} (${count})`).join(', ')

function Venue({ venue, streams, positions, executions, asked }: NonNullable<State['venues']>[number]) {
  return (
    <Facts
      rows={[
        ['Venue', <b key="v">{venue}</b>],
        ['Streams open', String(streams)],
        ['Executions', String(executions.length)],
        ...Object.entries(positions).map(
          ([asset, amount]) => [`Position ${asset}`, <Money key={asset} amount={amount} currency={asset} />] as const,
        ),
        ['Next faults', wrongs(asked)],
      ]}
    />
  )
}
