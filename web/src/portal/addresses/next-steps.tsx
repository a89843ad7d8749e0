import { useCall } from '../../api/use-call.ts'

/** The steps of a new address. */
export function NextSteps({ hosted, travel }: { hosted: boolean; travel: boolean }) {
  const second = useCall('secondPerson', {}, { refetchInterval: false })
  const steps: readonly (readonly [string, string] | null)[] = [
    second.data?.kinds.includes('member.address')
      ? ['A second approver decides', 'Another person of your company.']
      : null,
    ['Checked against sanctions lists', hosted ? 'Our team also confirms that the provider hosts it.' : 'At once.'],
    hosted ? null : ['You prove that it is yours', 'With a signature of the wallet.'],
    hosted && !travel ? ['Travel Rule data', 'You add the travel address of the provider.'] : null,
    ['Cooling-off period', 'One day, so that a thief cannot add an address and empty the account at once.'],
    ['Can be used', 'Withdrawals and mints to it are allowed.'],
  ]
  return (
    <ol className="tl">
      {steps
        .filter((step) => step !== null)
        .map(([title, note]) => (
          <li key={title} className="next">
            <span className="dot" />
            <div className="t">
              <b>{title}</b>
            </div>
            <p>{note}</p>
          </li>
        ))}
    </ol>
  )
}
