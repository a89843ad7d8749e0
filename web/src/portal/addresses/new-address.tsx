import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { IconCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { Button } from '../../kit/button.tsx'
import { Choose, Field, Segment } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty } from '../../kit/loading.tsx'
import { chainName } from '../../kit/value/names.ts'
import { PageHead, Panel, Section } from '../../kit/page.tsx'
import { useChecked } from '../../shared/use-checked.ts'
import { noPayee, type PayeeFields, payeeFieldNames, payeeIn, PayeeForm } from './payee.tsx'
import { NextSteps } from './next-steps.tsx'
import { OwnParty } from './own-party.tsx'
import style from './page.module.css'

const options = Object.entries(chains).map(([value, { name }]) => ({ value, label: name }))
const fieldNames = ['blockchain', 'address', 'label', 'vasp', 'travel_address', 'beneficiary', ...payeeFieldNames]

/** A new withdrawal address. */
export function Page() {
  const [blockchain, setBlockchain] = useState<ChainCode>('ETH')
  const [address, setAddress] = useState('')
  const [label, setLabel] = useState('')
  const [kept, setKept] = useState<'own' | 'hosted'>('own')
  const [vasp, setVasp] = useState('')
  const [travelAddress, setTravelAddress] = useState('')
  const [owner, setOwner] = useState<'us' | 'other'>('us')
  const [payee, setPayee] = useState<PayeeFields>({ ...noPayee, kind: 'company' })
  const navigate = useNavigate()
  const add = useAct('addAddress', ({ addressid }) => {
    if (addressid !== null) void navigate({ to: `/addresses/${addressid}` })
  })
  const checked = useChecked('checkAddress', address, { blockchain, address: address.trim() })
  const isHosted = kept === 'hosted'
  const beneficiary = isHosted && owner === 'other' ? payeeIn(payee) : null
  const isHostKnown = vasp.trim() !== '' && (owner === 'us' || beneficiary !== null)
  const isReady = typeof checked?.address === 'string' && label.trim() !== '' && (!isHosted || isHostKnown)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const hosted = { vasp: vasp.trim(), travel_address: travelAddress.trim() || null, beneficiary }
    add.mutate({ blockchain, address: address.trim(), label: label.trim(), ...(isHosted && hosted) })
  }
  const crumbs = [{ title: 'Destinations', to: '/addresses' }]
  if (add.data?.addressid === null) return <Requested crumbs={crumbs} />
  return (
    <>
      <PageHead title="New address" crumbs={crumbs} />
      <form className="split" onSubmit={send}>
        <div>
          <Section title="Wallet">
            <div className="stack">
              <Choose
                label="Chain"
                name="blockchain"
                value={blockchain}
                onChange={(code) => setBlockchain(code as ChainCode)}
                options={options}
                error={add.error}
              />
              <div className={style['address']}>
                <Field
                  label="Address"
                  name="address"
                  spellCheck={false}
                  autoCapitalize="off"
                  maxLength={128}
                  value={address}
                  onChange={(text) => {
                    add.reset()
                    setAddress(text)
                  }}
                  error={add.error}
                  problem={checked?.problem ?? null}
                  hint={<AddressHint chain={blockchain} given={address.trim()} found={checked?.address ?? null} />}
                />
              </div>
              <Field
                label="Name"
                name="label"
                value={label}
                onChange={setLabel}
                maxLength={64}
                placeholder="Cold vault 2"
                hint="You choose this name as the destination of a withdrawal."
                error={add.error}
              />
            </div>
          </Section>
          <Section title="Who holds the keys">
            <div className="stack">
              <Segment
                label="Who holds the keys"
                value={kept}
                options={[
                  { value: 'own', label: 'We do' },
                  { value: 'hosted', label: 'A provider' },
                ]}
                onChange={setKept}
              />
              {isHosted ? (
                <>
                  <Field
                    label="Provider"
                    name="vasp"
                    value={vasp}
                    onChange={setVasp}
                    maxLength={140}
                    hint="The legal name of the exchange, custodian or bank that holds the wallet for you."
                    error={add.error}
                  />
                  <Field
                    label="Travel address"
                    aside="can be added later"
                    name="travel_address"
                    spellCheck={false}
                    value={travelAddress}
                    onChange={setTravelAddress}
                    maxLength={700}
                    placeholder="ta…"
                    hint="The provider’s address for Travel Rule data. The provider shows it with your deposit address; its support knows it too."
                    error={add.error}
                  />
                  <Segment
                    label="Whose wallet it is"
                    value={owner}
                    options={[
                      { value: 'us', label: 'Ours' },
                      { value: 'other', label: 'Someone else’s' },
                    ]}
                    onChange={setOwner}
                  />
                  {owner === 'us' ? <OwnParty /> : <PayeeForm value={payee} onChange={setPayee} error={add.error} />}
                </>
              ) : (
                <p className="s13 muted">Next you sign a text with the wallet, to prove that it is yours.</p>
              )}
            </div>
          </Section>
        </div>
        <Panel title="Next steps">
          <div className="stack">
            <NextSteps hosted={isHosted} travel={travelAddress.trim() !== ''} />
            <FormError error={add.error} fields={fieldNames} />
            <Button type="submit" main tall wide busy={add.isPending} disabled={!isReady}>
              Add address
            </Button>
          </div>
        </Panel>
      </form>
    </>
  )
}

/** Confirms an address, in the spelling of its chain. */
function AddressHint({ chain, given, found }: { chain: ChainCode; given: string; found: string | null }) {
  if (found === null) return <>On {chainName(chain)}. We check it while you type.</>
  return (
    <span className="is-done">
      <IconCheck className="ic" aria-hidden /> A valid address of {chainName(chain)}
      {found === given ? '.' : <>, stored with its checksum: {found}</>}
    </span>
  )
}

function Requested({ crumbs }: { crumbs: readonly { title: string; to: string }[] }) {
  return (
    <>
      <PageHead title="New address" crumbs={crumbs} />
      <Empty
        title="This address needs a second approver."
        acts={
          <Link className="btn" to="/addresses">
            Back to the addresses
          </Link>
        }
      >
        The address appears in the list after the approval. Then we check it, and you prove that it is yours.
      </Empty>
    </>
  )
}
