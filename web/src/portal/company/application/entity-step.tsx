import { CountryField } from '../../../kit/form/country.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { FormError } from '../../../kit/form/form-error.tsx'
import style from './application.module.css'
import type { DraftOfCompany } from './use-draft.ts'

/** Identity of the company. */
export function EntityStep({ draft: { draft, write, saving } }: { draft: DraftOfCompany }) {
  const bind = (name: string) => ({ name, value: draft.text[name] ?? '', onChange: write(name), error: saving.error })
  return (
    <div className={style['fields']}>
      <Field
        label="Legal name"
        hint="As in the register."
        maxLength={140}
        autoComplete="organization"
        {...bind('legal_name')}
      />
      <Field label="Trading name" aside="if it differs" maxLength={140} {...bind('trading_name')} />
      <CountryField label="Country of incorporation" {...bind('country')} />
      <Field label="Incorporated on" type="date" {...bind('incorporated_on')} />
      <Field label="Registration number" maxLength={64} {...bind('registration_number')} />
      <Field
        label="Register"
        hint="The authority of the register."
        maxLength={140}
        {...bind('registration_authority')}
      />
      <Field
        label="LEI"
        aside="if there is one"
        hint="Legal Entity Identifier, 20 letters and digits."
        maxLength={20}
        code
        {...bind('lei')}
      />
      <div className={style['whole']}>
        <FormError
          error={saving.error}
          fields={[
            'legal_name',
            'trading_name',
            'country',
            'incorporated_on',
            'registration_number',
            'registration_authority',
            'lei',
          ]}
        />
      </div>
    </div>
  )
}
