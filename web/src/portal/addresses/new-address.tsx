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
import { WhatFollows } from './what-follows.tsx'
import style from './page.module.css'

const options = Object.entries(chains).map(([value, { name }]) => ({ value, label: name }))
const fieldNames = ['blockchain', 'address', 'label', 'vasp', 'travel_address']

/** A new destination for coins. */
export function Page() {
  const [blockchain, setBlockchain] = useState<ChainCode>('ETH')
  const [address, setAddress] = useState('')
  const [label, setLabel] = useState('')
  const [kept, setKept] = useState<'own' | 'hosted'>('own')
  const [vasp, setVasp] = useState('')
  const [travelAddress, setTravelAddress] = useState('')
  const navigate = useNavigate()
  const add = useAct('addAddress', ({ addressid }) => {
    if (addressid !== null) void navigate({ to: `/addresses/${addressid}` })
  })
  const checked = useChecked('checkAddress', address, { blockchain, address: address.trim() })
  const isHosted = kept === 'hosted'
  const isReady = typeof checked?.address === 'string' && label.trim() !== '' && (!isHosted || vasp.trim() !== '')
  const send = (event: FormEvent) => {
    event.preventDefault()
    const hosted = { vasp: vasp.trim(), travel_address: travelAddress.trim() || null }
    add.mutate({ blockchain, address: address.trim(), label: label.trim(), ...(isHosted && hosted) })
  }
  const crumbs = [{ title: 'Destinations', to: '/addresses' }]
  if (add.data?.addressid === null) return <Asked crumbs={crumbs} />
  return (
    <>
      <PageHead title="New address" crumbs={crumbs} />
      <form className="split" onSubmit={send}>
        <div>
          <Section title="Where coins go">
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
                hint="Your name for it. Withdrawals are sent to this name."
                error={add.error}
              />
            </div>
          </Section>
          <Section title="Who keeps the wallet">
            <div className="stack">
              <Segment
                label="Who keeps the wallet"
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
                    hint="Its legal name: an exchange, custodian or bank that holds the wallet for you."
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
                    hint="Where the provider takes Travel Rule data. It shows this code with your deposit address, or its support knows it."
                    error={add.error}
                  />
                </>
              ) : (
                <p className="s13 muted">
                  You hold its keys. Next you sign a text with the wallet to show that it is yours.
                </p>
              )}
            </div>
          </Section>
        </div>
        <Panel title="What follows">
          <div className="stack">
            <WhatFollows hosted={isHosted} travel={travelAddress.trim() !== ''} />
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

/** Says that an address is right, and how its chain writes it. */
function AddressHint({ chain, given, found }: { chain: ChainCode; given: string; found: string | null }) {
  if (found === null) return <>On {chainName(chain)}. It is checked while you type.</>
  return (
    <span className="is-done">
      <IconCheck className="ic" aria-hidden /> A valid address of {chainName(chain)}
      {found === given ? '.' : <>, stored with its checksum: {found}</>}
    </span>
  )
}

function Asked({ crumbs }: { crumbs: readonly { title: string; to: string }[] }) {
  return (
    <>
      <PageHead title="New address" crumbs={crumbs} />
      <Empty
        title="A second person must approve this address."
        acts={
          <Link className="btn" to="/addresses">
            Back to the addresses
          </Link>
        }
      >
        It appears in the list once it is approved. Then it is checked, and proved by you.
      </Empty>
    </>
  )
}
