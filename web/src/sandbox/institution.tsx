import { useList } from '../api/use-call.ts'
import { Choose } from '../kit/form/field.tsx'

/** The choice of an institution, for staff. */
export function Institution({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { rows } = useList('institutions', {})
  const options = rows.map(({ institutionid, name }) => ({ value: institutionid, label: name }))
  return (
    <Choose
      label="Institution"
      name="institutionid"
      value={value}
      onChange={onChange}
      options={[{ value: '', label: options.length === 0 ? 'No institution yet' : 'Choose one' }, ...options]}
    />
  )
}
