import { type AssetCode, isAsset } from '@specie/protocol/assets.ts'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Input, Output } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/form/confirm.tsx'
import { AmountField } from '../../kit/form/amount-field.tsx'
import { Choose } from '../../kit/form/field.tsx'
import { moneyText } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import { PageHead, Panel, Section } from '../../kit/page.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { useDryRun } from '../../shared/use-dry-run.ts'
import { useClientId } from '../client-id.ts'
import { waitsForOwn } from '../hold.ts'
import { Consequence } from './consequence.tsx'
import { Destination } from '../destination.tsx'
import { useBalances } from '../use-balances.ts'
import { assetOptions, chainsOf, maxWithdrawal } from './words.ts'

/** The confirmed request: sent exactly as it was shown. */
type Shown = { request: Input<'withdraw'>; asset: AssetCode; chain: string | undefined; answer: Output<'withdraw'> }

const isAmount = (text: string): boolean => /^(0|[1-9]\d{0,17})(\.\d{1,18})?$/.test(text) && !/^[0.]*$/.test(text)

/** Pays out to a registered account or address. */
export function Page() {
  const [{ asset: given, chain: givenChain }, change] = useUrlState()
  const asset: AssetCode = given !== undefined && isAsset(given) ? given : 'CHF'
  const chains = chainsOf(asset)
  const chain = chains.find((code) => code === givenChain) ?? chains[0]
  const [quantity, setQuantity] = useState('')
  const [destination, setDestination] = useState('')
  const [shown, setShown] = useState<Shown | null>(null)
  const available = useBalances()?.(asset) ?? '0'
  const isComplete = isAmount(quantity) && destination !== ''
  const request = { asset, quantity, destination, ...(chain !== undefined && { blockchain: chain }) }
  const dryRun = useDryRun('withdraw', isComplete ? request : null)
  const { error } = dryRun
  const clreqid = useClientId(request)
  const navigate = useNavigate()
  const send = useAct('withdraw', ({ withdrawalid }) => void navigate({ to: `/transfers/${withdrawalid}` }))
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (dryRun.answer === undefined || dryRun.isChecking) return
    send.reset()
    setShown({ request: { ...request, clreqid }, asset, chain, answer: dryRun.answer })
  }
  const moves = (values: Record<string, string | undefined>) => {
    setDestination('')
    change(values)
  }
  return (
    <>
      <PageHead title="Withdraw" crumbs={[{ title: 'Transfers', to: '/transfers' }]} />
      <form className="split" onSubmit={ask}>
        <div>
          <Section title="Withdrawal">
            <div className="stack">
              <Choose
                label="Asset"
                name="asset"
                value={asset}
                options={assetOptions}
                onChange={(code) => moves({ asset: code, chain: undefined })}
                error={error}
              />
              {chain !== undefined && (
                <Choose
                  label="Chain"
                  name="blockchain"
                  value={chain}
                  options={chains.map((value) => ({ value, label: chainName(value) }))}
                  onChange={(code) => moves({ chain: code })}
                  disabled={chains.length === 1}
                  error={error}
                />
              )}
              <AmountField
                label="Amount"
                name="quantity"
                currency={asset}
                value={quantity}
                onChange={setQuantity}
                aside={`${moneyText(available, asset)} available`}
                max={maxWithdrawal(asset, chain, available)}
                error={error}
                problem={
                  error?.code === 'insufficient_balance'
                    ? `Your balance is too low: ${moneyText(available, asset)} is available, and the fee is added.`
                    : null
                }
              />
              <Destination asset={asset} chain={chain} value={destination} onChange={setDestination} error={error} />
            </div>
          </Section>
        </div>
        <Panel title="Before you confirm">
          <div className="stack">
            <Consequence {...{ asset, available, dryRun }} />
            <Button type="submit" main tall wide disabled={!dryRun.isCurrent}>
              {isAmount(quantity) ? `Withdraw ${moneyText(quantity, asset)}` : 'Withdraw'}
            </Button>
          </div>
        </Panel>
      </form>
      {shown !== null && <Confirmation {...shown} send={send} onClose={() => setShown(null)} />}
    </>
  )
}

type ConfirmationProps = Shown & { send: ReturnType<typeof useAct<'withdraw'>>; onClose: () => void }

function Confirmation({ request, asset, chain, answer, send, onClose }: ConfirmationProps) {
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Withdraw ${moneyText(request.quantity, asset)} to ${answer.destination}`}
      act="Withdraw"
      busy={send.isPending}
      error={send.error}
      onConfirm={() => send.mutate(request)}
    >
      <p>
        It is sent to <span className="mono">{answer.address ?? answer.identifier}</span>
        {chain === undefined ? '' : ` on ${chainName(chain)}`}.{' '}
        {waitsForOwn(answer)
          ? 'It is sent once a second approver of your company has approved it.'
          : 'A sent withdrawal cannot be undone.'}
      </p>
    </Confirm>
  )
}
