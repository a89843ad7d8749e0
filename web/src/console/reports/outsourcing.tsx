import { ReportView } from './view.tsx'

/** The register of outsourced services. `specie outsourcing save` changes it. */
export function Page() {
  return <ReportView name="outsourcing" />
}
