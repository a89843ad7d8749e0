import { useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Link } from '../../kit/link.tsx'
import { CompanyHead } from './head.tsx'
import { Requests } from './requests.tsx'
import { Requirements } from './requirements.tsx'
import { Standing } from './standing.tsx'
import { isEditable } from './words.ts'

/** The standing of the company: requirements and next steps. */
export function Page() {
  const company = useCall('company', {})
  const mayEdit = mayDo(useMe(), 'company.edit')
  const isOpenNow = company.data !== undefined && isEditable(company.data)
  return (
    <>
      <CompanyHead
        acts={
          isOpenNow &&
          mayEdit && (
            <Link className="btn main-act" to="/company/application">
              {company.data.state === 'draft' ? 'Continue the application' : 'Edit company data'}
            </Link>
          )
        }
      />
      <Loaded query={company} lines={8}>
        {(data) => (
          <div className="split">
            <div>
              <Requests company={data} mayEdit={mayEdit} />
              <Requirements company={data} />
            </div>
            <Standing company={data} mayEdit={mayEdit} />
          </div>
        )}
      </Loaded>
    </>
  )
}
