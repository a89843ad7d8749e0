import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Input } from '../../api/call.ts'
import type { CallError } from '../../api/error.ts'
import { useAct } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { AmountField } from '../../kit/form/amount-field.tsx'
import { Choose, Segment } from '../../kit/form/field.tsx'
import { Empty } from '../../kit/loading.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { useDryRun } from '../../shared/use-dry-run.ts'
import { useClientId } from '../client-id.ts'
import { amountProblem } from './refusal.ts'
import { useCarriers } from './use-carriers.ts'
import { type Coin, coins } from './words.ts'

// What the forms of a mint and of a redemption share.

type PageProps = { title: string; about: string; act: 'Minting' | 'Redeeming'; children: ReactNode }

/** The page of a form, for people who may use it. */
export function SupplyPage({ title, about, act, children }: PageProps) {
  const isAllowed = mayDo(useMe(), 'money.supply')
  return (
    <>
      <PageHead title={title} crumbs={[{ title: 'Supply', to: '/supply' }]} {...(isAllowed && { sub: about })} />
      {isAllowed ? children : <Empty title="Your role does not allow this.">{act} needs the role trader.</Empty>}
    </>
  )
}

/** The coin, its chain and the amount. */
export function useCoinFields() {
  const [asset, setAsset] = useState<Coin>('VCHF')
  const [chosen, setChain] = useState('')
  const [quantity, setQuantity] = useState('')
  const carriers = useCarriers(asset)
  const blockchain = carriers.some(({ value }) => value === chosen) ? chosen : (carriers[0]?.value ?? '')
  const isComplete = blockchain !== '' && /[1-9]/.test(quantity) && /^\d+(\.\d+)?$/.test(quantity)
  return { asset, setAsset, blockchain, setChain, quantity, setQuantity, carriers, isComplete }
}

type CoinFields = ReturnType<typeof useCoinFields>
type Request = 'mintTokens' | 'redeemTokens'

/** Asks the service what the request would do, and sends it once. */
export function useRequest<N extends Request>(name: N, fields: Omit<Input<N>, 'clreqid'>, isComplete: boolean) {
  const navigate = useNavigate()
  const dry = useDryRun(name, isComplete ? (fields as unknown as Input<N>) : null)
  const clreqid = useClientId(fields)
  const act = useAct<Request>(name, ({ requestid }) => void navigate({ to: `/supply/${requestid}` }))
  return {
    dry,
    error: act.error ?? dry.error,
    busy: act.isPending,
    send: (event: FormEvent) => {
      event.preventDefault()
      act.mutate({ ...fields, clreqid } as unknown as Input<N>)
    },
    /** A changed field makes the refusal of the last attempt void. */
    edit: (change: () => void) => {
      act.reset()
      change()
    },
  }
}

type SectionProps = {
  title: string
  fields: CoinFields
  edit: (change: () => void) => void
  /** Clears what does not fit another coin, or another chain. */
  onCoin?: () => void
  onChain?: () => void
  error: CallError | null
  amount: { hint: string; aside?: string; max: string | null }
  chain: { label: string; hint?: string }
}

export function CoinSection({ title, fields, edit, onCoin, onChain, error, amount, chain }: SectionProps) {
  const { asset, setAsset, blockchain, setChain, quantity, setQuantity, carriers } = fields
  return (
    <Section title={title}>
      <div className="stack">
        <Segment
          label="Coin"
          value={asset}
          options={coins.map((value) => ({ value, label: value }))}
          onChange={(coin) =>
            edit(() => {
              setAsset(coin)
              onCoin?.()
            })
          }
        />
        <AmountField
          label="Amount"
          name="quantity"
          currency={asset}
          value={quantity}
          onChange={(text) => edit(() => setQuantity(text))}
          problem={amountProblem(error, asset)}
          error={error}
          {...amount}
        />
        <Choose
          name="blockchain"
          value={blockchain}
          onChange={(code) =>
            edit(() => {
              setChain(code)
              onChain?.()
            })
          }
          options={carriers}
          error={error}
          {...chain}
        />
      </div>
    </Section>
  )
}
