import { useList } from '../api/use-call.ts'
import { Choose } from '../kit/form/field.tsx'

/** Staff have no institution of their own: they choose one. */
export function Institution({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { rows } = useList('institutions', {})
  const options = rows.map(({ institutionid, name }) => ({ value: institutionid, label: name }))
  return (
    <Choose
      label="Institution"
      name="institutionid"
      value={value}
      onChange={onChange}
      options={[{ value: '', label: options.length === 0 ? 'There is none yet' : 'Choose one' }, ...options]}
    />
  )
}
