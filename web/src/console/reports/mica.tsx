import { ReportView } from './view.tsx'

/** The tokens of a quarter, as MiCA asks for them. */
export function Page() {
  return <ReportView name="mica" />
}
