import type { CallError } from '../api/error.ts'
import { useCall } from '../api/use-call.ts'
import { Choose } from '../kit/form/field.tsx'

type Props = { label: string; name: string; value: string; onChange: (id: string) => void; error: CallError | null }

/** An institution, chosen by its name. */
export function InstitutionField({ label, name, value, onChange, error }: Props) {
  const list = useCall('institutions', { limit: '500' }, { refetchInterval: false })
  const options = (list.data?.items ?? []).map((one) => ({ value: one.institutionid, label: one.name }))
  return (
    <Choose
      label={label}
      name={name}
      value={value}
      onChange={onChange}
      error={error}
      options={[{ value: '', label: 'Choose an institution' }, ...options]}
    />
  )
}
