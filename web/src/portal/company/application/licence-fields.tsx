import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { CallError } from '../../../api/error.ts'
import { Button } from '../../../kit/button.tsx'
import { CountryField } from '../../../kit/form/country.tsx'
import { Field } from '../../../kit/form/field.tsx'
import style from './application.module.css'
import { emptyLicence, type Licence } from './draft.ts'

type Props = { licences: readonly Licence[]; onChange: (licences: readonly Licence[]) => void; error: CallError | null }

export function LicenceFields({ licences, onChange, error }: Props) {
  const set = (at: number, part: Partial<Licence>) =>
    onChange(licences.map((licence, i) => (i === at ? { ...licence, ...part } : licence)))
  return (
    <div className={style['rows']}>
      {licences.map((licence, i) => (
        <div key={i} className={style['fields']} role="group" aria-label={`Licence ${i + 1}`}>
          <Field
            label="Supervisor"
            name={`licences.${i}.authority`}
            value={licence.authority}
            onChange={(authority) => set(i, { authority })}
            error={error}
            maxLength={140}
          />
          <Field
            label="Kind of licence"
            name={`licences.${i}.kind`}
            value={licence.kind}
            onChange={(kind) => set(i, { kind })}
            error={error}
            maxLength={140}
          />
          <Field
            label="Number"
            name={`licences.${i}.number`}
            value={licence.number}
            onChange={(number) => set(i, { number })}
            error={error}
            maxLength={64}
          />
          <CountryField
            label="Country"
            name={`licences.${i}.country`}
            value={licence.country}
            onChange={(country) => set(i, { country })}
            error={error}
          />
          <div className={style['whole']}>
            <Button quiet small icon={IconTrash} onClick={() => onChange(licences.filter((_, one) => one !== i))}>
              Remove licence {i + 1}
            </Button>
          </div>
        </div>
      ))}
      <Button
        small
        icon={IconPlus}
        disabled={licences.length >= 20}
        onClick={() => onChange([...licences, emptyLicence])}
      >
        Add a licence
      </Button>
    </div>
  )
}
