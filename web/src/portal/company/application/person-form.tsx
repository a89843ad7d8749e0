import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { call, type Input } from '../../../api/call.ts'
import { queryClient } from '../../../api/use-call.ts'
import { Button } from '../../../kit/button.tsx'
import { CountryField } from '../../../kit/form/country.tsx'
import { Check, Field } from '../../../kit/form/field.tsx'
import { FormError } from '../../../kit/form/form-error.tsx'
import { useAttempt } from '../../../kit/form/use-attempt.ts'
import { type KybRole, type Person, roleWords } from '../words.ts'
import { AddressFields } from './address-fields.tsx'
import style from './application.module.css'

type Link = NonNullable<Input<'addPerson'>['chain']>[number]
type Props = { person: Person | null; presetRoles: readonly KybRole[]; onDone: () => void }

const allRoles = Object.keys(roleWords) as KybRole[]

/** One person of the company: identity, roles and share. */
export function PersonForm({ person, presetRoles, onDone }: Props) {
  const [roles, setRoles] = useState<readonly KybRole[]>(person?.roles ?? presetRoles)
  const [text, setText] = useState<Readonly<Record<string, string>>>(() => textOf(person))
  const [chain, setChain] = useState<readonly Link[]>(person?.data?.chain ?? [])
  const [exposed, setExposed] = useState(person?.data?.politically_exposed ?? false)
  const { attempt, busy, error } = useAttempt()
  const at = (name: string) => text[name] ?? ''
  const write = (name: string) => (value: string) => setText((was) => ({ ...was, [name]: value }))
  const bind = (name: string) => ({ name, value: at(name), onChange: write(name), error })
  const isOwner = roles.includes('owner')
  const send = (event: FormEvent) => {
    event.preventDefault()
    const given: Input<'addPerson'> = {
      roles: [...roles],
      name: at('name'),
      birth_date: at('birth_date'),
      birth_country: at('birth_country'),
      nationality: at('nationality'),
      residence: {
        street: at('residence.street'),
        postal_code: at('residence.postal_code') || null,
        city: at('residence.city'),
        country: at('residence.country'),
      },
      share: isOwner ? at('share') : null,
      chain: isOwner ? [...chain] : [],
      politically_exposed: exposed,
    }
    void attempt(async () => {
      await (person === null ? call('addPerson', given) : call('changePerson', { id: person.id, ...given }))
      await queryClient.invalidateQueries()
      onDone()
    })
  }
  return (
    <form className="stack" onSubmit={send}>
      <fieldset className={style['set']}>
        <legend>{person === null ? 'Roles of this person' : (person.data?.name ?? 'Person')}</legend>
        <div className={style['choices']}>
          {allRoles.map((role) => (
            <Check
              key={role}
              label={roleWords[role]}
              checked={roles.includes(role)}
              onChange={(is) => setRoles(allRoles.filter((one) => (one === role ? is : roles.includes(one))))}
            />
          ))}
        </div>
      </fieldset>
      <div className={style['fields']}>
        <div className={style['whole']}>
          <Field label="Full name" hint="As in the passport." maxLength={140} required {...bind('name')} />
        </div>
        <Field label="Date of birth" type="date" required {...bind('birth_date')} />
        <CountryField label="Country of birth" required {...bind('birth_country')} />
        <CountryField label="Nationality" required {...bind('nationality')} />
      </div>
      <AddressFields name="residence" title="Residence" {...{ at, write, error }} required />
      {isOwner && <Ownership {...{ bind, chain, setChain, error }} />}
      <Check
        label="This person holds a prominent public office, held one within the last year, or is close to such a person."
        checked={exposed}
        onChange={setExposed}
      />
      <FormError
        error={error}
        fields={[...Object.keys(text), 'share', 'birth_date', 'birth_country', 'nationality', 'name']}
      />
      <div className={`row ${style['foot']}`}>
        <Button onClick={onDone}>Cancel</Button>
        <span className="grow" />
        <Button type="submit" main busy={busy} disabled={roles.length === 0}>
          {person === null ? 'Add this person' : 'Save this person'}
        </Button>
      </div>
    </form>
  )
}

const textOf = (person: Person | null): Record<string, string> => {
  if (person === null || person.data === null) return {}
  const { name, birth_date, birth_country, nationality, residence, share } = person.data
  const address = Object.entries(residence).map(([part, value]) => [`residence.${part}`, value ?? ''])
  return {
    name,
    birth_date,
    birth_country,
    nationality,
    share: share ?? '',
    ...(Object.fromEntries(address) as Record<string, string>),
  }
}

type OwnershipProps = {
  bind: (name: string) => {
    name: string
    value: string
    onChange: (text: string) => void
    error: ReturnType<typeof useAttempt>['error']
  }
  chain: readonly Link[]
  setChain: (chain: readonly Link[]) => void
  error: ReturnType<typeof useAttempt>['error']
}

/** The share, with the companies in between. */
function Ownership({ bind, chain, setChain, error }: OwnershipProps) {
  const set = (at: number, part: Partial<Link>) =>
    setChain(chain.map((link, i) => (i === at ? { ...link, ...part } : link)))
  return (
    <fieldset className={style['set']}>
      <legend>Ownership</legend>
      <div className={style['fields']}>
        <Field
          label="Share of the company"
          aside="in percent"
          hint="In total, through all companies: 25 or more."
          inputMode="decimal"
          maxLength={8}
          required
          {...bind('share')}
        />
      </div>
      <div className={style['rows']}>
        <p className="s13 muted">
          {chain.length === 0
            ? 'Held directly. Add the companies in between, if any.'
            : 'The companies in between, the nearest to yours first.'}
        </p>
        {chain.map((link, i) => (
          <div key={i} className={style['fields']} role="group" aria-label={`Company ${i + 1} in between`}>
            <div className={style['whole']}>
              <Field
                label="Name of the company"
                name={`chain.${i}.name`}
                value={link.name}
                onChange={(name) => set(i, { name })}
                error={error}
                maxLength={140}
                required
              />
            </div>
            <CountryField
              label="Country"
              name={`chain.${i}.country`}
              value={link.country}
              onChange={(country) => set(i, { country })}
              error={error}
              required
            />
            <Field
              label="Its share in the next company"
              aside="in percent"
              inputMode="decimal"
              name={`chain.${i}.share`}
              value={link.share}
              onChange={(share) => set(i, { share })}
              error={error}
              maxLength={8}
              required
            />
            <div className={style['whole']}>
              <Button quiet small icon={IconTrash} onClick={() => setChain(chain.filter((_, one) => one !== i))}>
                Remove {link.name === '' ? 'this company' : link.name}
              </Button>
            </div>
          </div>
        ))}
        <Button
          small
          icon={IconPlus}
          disabled={chain.length >= 10}
          onClick={() => setChain([...chain, { name: '', country: '', share: '' }])}
        >
          Add a company in between
        </Button>
      </div>
    </fieldset>
  )
}
