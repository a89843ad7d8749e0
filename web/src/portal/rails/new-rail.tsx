import { assets } from '@specie/protocol/assets.ts'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Input } from '../../api/call.ts'
import { useAct, useCall } from '../../api/use-call.ts'
import { Button } from '../../kit/button.tsx'
import { Choose, Segment } from '../../kit/form/field.tsx'
import { chainName } from '../../kit/value/names.ts'
import { PageHead, Panel, Section } from '../../kit/page.tsx'
import { useClientId } from '../client-id.ts'
import { Destination } from '../destination.tsx'
import { chainsOf } from '../transfers/words.ts'
import { useDryRun } from '../../shared/use-dry-run.ts'
import { RailConsequence } from './consequence.tsx'
import { emptyParty, type Party, PartyFields, partyOf } from './party-fields.tsx'
import style from './rails.module.css'
import { kindOptions, type RailType } from './words.ts'

type Request = Input<'addPaymentRail'>
type Coin = 'VCHF' | 'VGBP'

const coins = (['VCHF', 'VGBP'] as const).map((value) => ({ value, label: `${value}, for ${assets[value].fiat}` }))

/** A new rail: its kind, payer and destination. */
export function Page() {
  const company = useCall('company', {}, { refetchInterval: false })
  const [railtype, setType] = useState<RailType>('FiatToStablecoin')
  const [coin, setCoin] = useState<Coin>('VCHF')
  const [chain, setChain] = useState<string>('ETH')
  const [destination, setDestination] = useState('')
  const [given, setSender] = useState<Party | null>(null)
  const sender = given ?? { ...emptyParty, name: company.data?.name ?? '' }
  const isOn = railtype === 'FiatToStablecoin'
  const account = useAccount(isOn ? null : destination)
  const request = requestOf({ railtype, coin, chain, sender, wallet: isOn ? destination : '', account })
  const { answer, error, isChecking } = useDryRun('addPaymentRail', request)
  const navigate = useNavigate()
  const add = useAct('addPaymentRail', ({ railid }) => void navigate({ to: `/rails/${railid}` }))
  const clreqid = useClientId(request)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (request !== null) add.mutate({ ...request, clreqid })
  }
  const reset =
    <V,>(set: (value: V) => void) =>
    (value: V) => {
      setDestination('')
      set(value)
    }
  const fiat = assets[coin].fiat!
  return (
    <>
      <PageHead title="Add a rail" crumbs={[{ title: 'Rails and payments', to: '/rails' }]} />
      <form className="split" onSubmit={send}>
        <div>
          <Section title="Direction">
            <div className="stack">
              <Segment label="Direction" value={railtype} options={kindOptions} onChange={reset(setType)} />
              <div className={style['two']}>
                <Choose
                  label="Coin"
                  name="instructions.asset"
                  value={coin}
                  options={coins}
                  onChange={reset((code: string) => {
                    setCoin(code as Coin)
                    setChain('ETH')
                  })}
                  error={error}
                />
                <Choose
                  label="Chain"
                  name="instructions.blockchain"
                  value={chain}
                  options={chainsOf(coin).map((value) => ({ value, label: chainName(value) }))}
                  onChange={reset(setChain)}
                  error={error}
                />
              </div>
            </div>
          </Section>
          <Section
            title={isOn ? 'Who pays' : 'Who sends the coins'}
            note={isOn ? 'Payments of other senders are returned.' : 'The money is paid out in this name.'}
          >
            <PartyFields party={sender} onChange={setSender} error={error} />
          </Section>
          <Section title={isOn ? 'Destination of the coins' : 'Destination of the money'}>
            <Destination
              asset={isOn ? coin : fiat}
              chain={isOn ? chain : undefined}
              value={destination}
              onChange={setDestination}
              error={error}
            />
          </Section>
        </div>
        <Panel title="Before you add it">
          <div className="stack">
            <RailConsequence {...{ railtype, coin, chain, answer, error: error ?? add.error, isChecking }} />
            <Button
              type="submit"
              main
              tall
              wide
              busy={add.isPending}
              disabled={answer === undefined || answer.status === 'rejected' || isChecking}
            >
              Add rail
            </Button>
          </div>
        </Panel>
      </form>
    </>
  )
}

/** The number of a registered bank account. The call takes the number, not the id. */
function useAccount(id: string | null): string {
  const accounts = useCall('bankAccounts', { status: 'active', limit: '500' }, { enabled: id !== null })
  return accounts.data?.accounts.find(({ accountid }) => accountid === id)?.identifier ?? ''
}

type Given = { railtype: RailType; coin: Coin; chain: string; sender: Party; wallet: string; account: string }

/** Null while the form is incomplete. */
function requestOf({ railtype, coin, chain, sender, wallet, account }: Given): Request | null {
  const party = partyOf(sender)
  const destination = wallet || account
  if (party === null || destination === '') return null
  return {
    railtype,
    sender: party,
    ...(wallet === '' ? { bankaccount: { destination } } : { wallet: { destination } }),
    instructions: { asset: coin, currency: assets[coin].fiat!, blockchain: chain },
  }
}
