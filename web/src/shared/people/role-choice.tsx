import { Check } from '../../kit/form/field.tsx'
import style from './role-choice.module.css'

type Described = {
  name: string
  /** What the role is for. */
  note: string
  /** What it allows beyond reading. */
  allows: readonly string[]
}

type Props<R extends string> = {
  all: readonly R[]
  describe: (role: R) => Described
  chosen: readonly R[]
  onChange: (roles: readonly R[]) => void
  problem: string | null
  /** The page names it already. */
  isTitled: boolean
}

/** The roles of a person, to choose from. */
export function RoleChoice<R extends string>({ all, describe, chosen, onChange, problem, isTitled }: Props<R>) {
  return (
    <fieldset className={style['roles']}>
      <legend className={isTitled ? 'vh' : 'small muted'}>Roles</legend>
      {all.map((role) => {
        const { name, note, allows } = describe(role)
        return (
          <Check
            key={role}
            checked={chosen.includes(role)}
            onChange={(is) => onChange(all.filter((one) => (one === role ? is : chosen.includes(one))))}
            label={
              <span title={allows.join(' · ')}>
                <b>{name}</b> <span className="muted">{note}</span>
              </span>
            }
          />
        )
      })}
      {problem !== null && (
        <p className="small is-broken" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
