import type { CallError } from '../../api/error.ts'
import { Field } from './field.tsx'

type Props = { value: string; onChange: (text: string) => void; error: CallError | null }

export const PasswordField = (props: Props) => (
  <Field label="Password" name="password" type="password" autoComplete="current-password" required {...props} />
)

export const AppCodeField = (props: Props & { label?: string }) => (
  <Field
    label="Authentication code"
    name="code"
    code
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={6}
    required
    {...props}
  />
)
