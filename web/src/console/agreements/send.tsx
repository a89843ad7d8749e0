import { products } from '@specie/protocol/endpoints/endpoint.ts'
import { type FormEvent, useState } from 'react'
import type { Input } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { Choose, Field } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { sentence } from '../../kit/value/states.ts'

type Product = Input<'sendAgreement'>['product']

const productChoices = products.map((value) => ({ value, label: sentence(value) }))

/** The newest text of a product, for an institution to sign. */
export function SendAgreement({
  institutionid,
  name,
  onClose,
}: {
  institutionid: string
  name: string
  onClose: () => void
}) {
  const [product, setProduct] = useState<Product>('stablecoin_issuance')
  const [days, setDays] = useState('30')
  const send = useAct('sendAgreement', onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate({ institutionid, product, notice_days: Number(days) })
  }
  return (
    <Dialog open onClose={onClose} title={`Send an agreement to ${name}`}>
      <form className="stack" onSubmit={submit}>
        <p className="s13 muted">
          This sends the newest text. An administrator of the institution signs it, then you countersign it. A version
          in force stays in force until the new one takes effect or the notice ends.
        </p>
        <Choose
          label="Product"
          name="product"
          value={product}
          onChange={(value) => setProduct(value as Product)}
          options={productChoices}
          error={send.error}
          data-autofocus
        />
        <Field
          label="Notice in days"
          name="notice_days"
          inputMode="numeric"
          value={days}
          onChange={setDays}
          error={send.error}
        />
        <FormError error={send.error} fields={['product', 'notice_days']} />
        <div className="row">
          <span className="grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" main busy={send.isPending}>
            Send
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
