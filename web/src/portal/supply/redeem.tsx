import { assets } from '@specie/protocol/assets.ts'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useAct, useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Button } from '../../kit/button.tsx'
import { AmountField, Choose, Segment } from '../../kit/form/field.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty } from '../../kit/loading.tsx'
import { moneyText } from '../../kit/value/money.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { accountText } from '../account-text.ts'
import { useClientId } from '../client-id.ts'
import { useDryRun } from '../../shared/use-dry-run.ts'
import { RedeemConsequence } from './redeem-consequence.tsx'
import { amountProblem } from './refusal.ts'
import { useCarriers } from './use-carriers.ts'
import { type Coin, coins, fiatOf } from './words.ts'

const crumbs = [{ title: 'Supply', to: '/supply' }]

/** Coins are given back for their worth. */
export function Page() {
  if (mayDo(useMe(), 'money.supply')) return <Redeem />
  return (
    <>
      <PageHead title="Redeem coins" crumbs={crumbs} />
      <Empty title="Your role does not allow this.">Redeeming needs the role trader.</Empty>
    </>
  )
}

function Redeem() {
  const [asset, setAsset] = useState<Coin>('VCHF')
  const [chain, setChain] = useState('')
  const [quantity, setQuantity] = useState('')
  const [account, setAccount] = useState('')
  const navigate = useNavigate()
  const carriers = useCarriers(asset)
  const blockchain = carriers.some(({ value }) => value === chain) ? chain : (carriers[0]?.value ?? '')
  const balances = useCall('accountBalance', {})
  const available = balances.data?.balances.find((one) => one.asset === asset)?.available ?? '0'
  const accounts = useCall('bankAccounts', { currency: fiatOf(asset), status: 'active' } as never)
  const listed = accounts.data?.accounts ?? []
  const to = listed.some(({ accountid }) => accountid === account) ? account : ''
  const input = { asset, blockchain, quantity, ...(to !== '' && { bankaccount: to }) }
  const isComplete = blockchain !== '' && /[1-9]/.test(quantity) && /^\d+(\.\d+)?$/.test(quantity)
  const dry = useDryRun('redeemTokens', isComplete ? input : null)
  const clreqid = useClientId(input)
  const redeem = useAct('redeemTokens', ({ requestid }) => void navigate({ to: `/supply/${requestid}` }))
  const error = redeem.error ?? dry.error
  const send = (event: FormEvent) => {
    event.preventDefault()
    redeem.mutate({ ...input, clreqid })
  }
  const change = (set: () => void) => {
    redeem.reset()
    set()
  }
  return (
    <>
      <PageHead title="Redeem coins" crumbs={crumbs} sub="Coins of your balance are burned, and paid out at par." />
      <form className="split" onSubmit={send}>
        <div>
          <Section title="What you give back">
            <div className="stack">
              <Segment
                label="Coin"
                value={asset}
                options={coins.map((value) => ({ value, label: value }))}
                onChange={(coin) => change(() => setAsset(coin))}
              />
              <AmountField
                label="Amount"
                aside={`${moneyText(available, asset)} available`}
                name="quantity"
                currency={asset}
                value={quantity}
                onChange={(text) => change(() => setQuantity(text))}
                problem={amountProblem(error, asset)}
                error={error}
                hint={`At least ${moneyText(assets[asset].min_redeem!, asset)}.`}
              />
              <div className="row">
                <Button small onClick={() => change(() => setQuantity(wholeCents(available)))}>
                  All that is available
                </Button>
              </div>
              <Choose
                label="Burned on"
                name="blockchain"
                value={blockchain}
                onChange={(code) => change(() => setChain(code))}
                options={carriers}
                error={error}
                hint="Your balance is one for all chains; a single chain may hold less of it."
              />
            </div>
          </Section>
          <Section title="Where the money goes">
            <Choose
              label="Paid to"
              name="bankaccount"
              value={to}
              onChange={(id) => change(() => setAccount(id))}
              options={[
                { value: '', label: `Your ${fiatOf(asset)} balance at Specie` },
                ...listed.map(({ accountid, label, identifier }) => ({
                  value: accountid,
                  label: `${label} · ${accountText(identifier)}`,
                })),
              ]}
              error={error}
              hint={
                <>
                  Or a bank account that is registered under{' '}
                  <Link className="link" to="/addresses/bank-accounts">
                    Destinations
                  </Link>
                  .
                </>
              }
            />
          </Section>
        </div>
        <RedeemConsequence
          {...{ asset, quantity, available, dry, error, isComplete, busy: redeem.isPending, isToBank: to !== '' }}
        />
      </form>
    </>
  )
}

/** Coins move in steps of 0.01. */
const wholeCents = (amount: string): string => amount.replace(/(\.\d\d)\d+$/, '$1')
