import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { type LimitedProduct, limitedProducts, type LimitPeriod } from '@specie/protocol/limits.ts'
import { type FormEvent, useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { SecondPersonNote } from '../../app/act-button.tsx'
import { mayDo, useMe } from '../../app/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { Choose, Field, Segment, TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { productWords } from '../../shared/limits.tsx'
import { useWaitingRequest, WaitingRequest } from '../waiting-request.tsx'

const periods = [
  { value: 'day' as const, label: 'In a day' },
  { value: 'month' as const, label: 'In a month' },
]

/** Requests a change of a limit, or shows the request that waits. */
export function RequestLimit({ institutionid }: { institutionid: string }) {
  const [open, setOpen] = useState(false)
  const may = mayDo(useMe(), 'limits.propose')
  const waiting = useWaitingRequest('limit.set')(institutionid)
  if (waiting !== null) return <WaitingRequest id={waiting} />
  if (!may) return null
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        Change a limit
      </Button>
      {open && <Propose institutionid={institutionid} onClose={() => setOpen(false)} />}
    </>
  )
}

function Propose({ institutionid, onClose }: { institutionid: string; onClose: () => void }) {
  const [product, setProduct] = useState<LimitedProduct>('withdraw')
  const [asset, setAsset] = useState<AssetCode>('CHF')
  const [period, setPeriod] = useState<LimitPeriod>('day')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const propose = useAct('proposeLimitSet', onClose)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const limit = { product, asset, period, amount: amount.trim() === '' ? null : amount.trim() }
    propose.mutate({ institutionid, limits: [limit], reason: reason.trim() })
  }
  const { error, isPending } = propose
  return (
    <Dialog open onClose={onClose} title="Change a limit">
      <form className="stack" onSubmit={send}>
        <Choose
          label="For"
          name="product"
          value={product}
          onChange={(value) => setProduct(value as LimitedProduct)}
          options={limitedProducts.map((value) => ({ value, label: productWords[value] }))}
        />
        <Choose
          label="Asset"
          name="asset"
          value={asset}
          onChange={(value) => setAsset(value as AssetCode)}
          options={Object.keys(assets).map((value) => ({ value, label: value }))}
        />
        <Segment label="Period" value={period} options={periods} onChange={setPeriod} wide />
        <Field
          label="At most"
          name="limits"
          value={amount}
          onChange={setAmount}
          error={error}
          inputMode="decimal"
          hint="Empty removes the limit. What was accepted earlier in the period counts."
        />
        <TextArea label="Reason" name="reason" value={reason} onChange={setReason} error={error} />
        <FormError error={error} fields={['limits', 'reason']} />
        <SecondPersonNote kind="limit.set" />
        <div className="row">
          <span className="grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" main busy={isPending} disabled={reason.trim() === ''}>
            Request
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
