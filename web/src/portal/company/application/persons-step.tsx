import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useAct } from '../../../api/use-call.ts'
import { Button } from '../../../kit/button.tsx'
import { Confirm } from '../../../kit/form/confirm.tsx'
import { countryName } from '../../../kit/value/country.ts'
import { Check } from '../../../kit/form/field.tsx'
import { FormError } from '../../../kit/form/form-error.tsx'
import { Empty } from '../../../kit/loading.tsx'
import { useUrlState } from '../../../kit/url-state.ts'
import { type Company, type KybRole, type Person, roleWords } from '../words.ts'
import style from './application.module.css'
import { PersonForm } from './person-form.tsx'
import type { DraftOfCompany } from './use-draft.ts'

type Props = { company: Company; draft: DraftOfCompany; roles: readonly KybRole[] }

/**
 * The owners, or the directors and signatories. One person can have several of these roles and then appears in each
 * step.
 */
export function PersonsStep({ company, draft, roles }: Props) {
  const [url, change] = useUrlState()
  const isOwners = roles.includes('owner')
  const here = company.persons.filter((person) => person.roles.some((role) => roles.includes(role)))
  const others = company.persons.filter((person) => !here.includes(person) && person.data !== null)
  const chosen = company.persons.find(({ id }) => id === url['person'])
  const close = () => change({ person: undefined })
  if (url['person'] === 'new' || chosen !== undefined)
    return (
      <PersonForm
        key={chosen?.id ?? 'new'}
        person={chosen ?? null}
        presetRoles={isOwners ? ['owner'] : ['director', 'signatory']}
        onDone={close}
      />
    )
  return (
    <div className="stack">
      <p className="s13 muted">
        {isOwners
          ? 'Enter every person who holds 25 % or more of the company, directly or through other companies.'
          : 'Enter at least one director and at least one signatory. One person can be both.'}
      </p>
      {isOwners && (
        <>
          <Check
            label="No person holds 25 % or more, directly or through other companies."
            checked={draft.draft.withoutOwner}
            onChange={(withoutOwner) => draft.change({ withoutOwner })}
          />
          <FormError error={draft.saving.error} />
        </>
      )}
      {here.length === 0 && !(isOwners && draft.draft.withoutOwner) && (
        <Empty title={isOwners ? 'No owner yet.' : 'No person yet.'} />
      )}
      <ul>
        {here.map((person) => (
          <PersonRow key={person.id} person={person} onEdit={() => change({ person: person.id })} />
        ))}
      </ul>
      <div className="row">
        <Button icon={IconPlus} onClick={() => change({ person: 'new' })}>
          {isOwners ? 'Add an owner' : 'Add a person'}
        </Button>
        {others.map(({ id, data }) => (
          <Button key={id} quiet small onClick={() => change({ person: id })}>
            {data?.name} is one too
          </Button>
        ))}
      </div>
    </div>
  )
}

function PersonRow({ person, onEdit }: { person: Person; onEdit: () => void }) {
  const { id, roles, data } = person
  const [asking, setAsking] = useState(false)
  const remove = useAct('removePerson', () => setAsking(false))
  const name = data?.name ?? 'Erased'
  const share = data?.share ?? null
  const chain = data?.chain ?? []
  return (
    <li className={style['person']}>
      <div className={style['grow']}>
        <b>{name}</b>
        <p className="s13 muted">
          {roles.map((role) => roleWords[role]).join(', ')}
          {share !== null && ` · holds ${share} %`}
          {chain.length > 0 && ` through ${chain.map((link) => link.name).join(', then ')}`}
          {data && ` · lives in ${data.residence.city}, ${countryName(data.residence.country)}`}
        </p>
      </div>
      <div className="row">
        <Button small onClick={onEdit} aria-label={`Edit ${name}`}>
          Edit
        </Button>
        <Button small quiet onClick={() => setAsking(true)} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`Remove ${name}`}
        act="Remove"
        danger
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ id })}
      >
        The person and their documents no longer count for this application. We keep the documents as long as the law
        requires.
      </Confirm>
    </li>
  )
}
