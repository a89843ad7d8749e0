import type { Input } from '../../api/call.ts'
import type { CallError } from '../../api/error.ts'
import { CountryField } from '../../kit/form/country.tsx'
import { Choose, Field } from '../../kit/form/field.tsx'
import style from './rails.module.css'

export type Party = { name: string; country: string; kind: 'company' | 'individual' }
export const emptyParty: Party = { name: '', country: 'CH', kind: 'company' }

/** Null while the form is incomplete. */
export const partyOf = ({ name, country, kind }: Party): Input<'addPaymentRail'>['sender'] | null =>
  name.trim() === '' || country === ''
    ? null
    : { partyname: { name: name.trim() }, address: { country }, partytype: kind }

const kinds = [
  { value: 'company', label: 'A company' },
  { value: 'individual', label: 'A person' },
]

type Props = { party: Party; onChange: (party: Party) => void; error: CallError | null }

export function PartyFields({ party, onChange, error }: Props) {
  const set = (change: Partial<Party>) => onChange({ ...party, ...change })
  return (
    <div className="stack">
      <Field
        label="Name"
        name="sender.partyname.name"
        value={party.name}
        maxLength={140}
        onChange={(name) => set({ name })}
        hint="As in the name of the bank account."
        error={error}
      />
      <div className={style['two']}>
        <CountryField
          label="Country"
          name="sender.address.country"
          value={party.country}
          onChange={(country) => set({ country })}
          error={error}
        />
        <Choose
          label="Kind"
          name="sender.partytype"
          value={party.kind}
          options={kinds}
          onChange={(kind) => set({ kind: kind as Party['kind'] })}
          error={error}
        />
      </div>
    </div>
  )
}
