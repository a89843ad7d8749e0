import { useCall } from '../../../api/use-call.ts'
import { mayDo, useMe } from '../../../app/session.tsx'
import { Banner } from '../../../kit/banner.tsx'
import { Button } from '../../../kit/button.tsx'
import { Loaded } from '../../../kit/loading.tsx'
import { Time } from '../../../kit/value/time.tsx'
import { useUrlState } from '../../../kit/url-state.ts'
import { CompanyHead } from '../head.tsx'
import { entityWords } from '../../../shared/company-words.ts'
import { type Company, isEditable, type StepKey, steps } from '../words.ts'
import { ActivityStep } from './activity-step.tsx'
import style from './application.module.css'
import { DocumentsStep } from './documents-step.tsx'
import { entityOf } from './draft.ts'
import { EntityStep } from './entity-step.tsx'
import { PersonsStep } from './persons-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { StepList } from './step-list.tsx'
import { Summary } from './summary.tsx'
import { type DraftOfCompany, useDraft } from './use-draft.ts'

/** The company's data: step by step while it can be changed, read-only afterwards. */
export function Page() {
  const company = useCall('company', {})
  const mayEdit = mayDo(useMe(), 'company.edit')
  return (
    <>
      <CompanyHead />
      <Loaded query={company} lines={10}>
        {(data) =>
          mayEdit && isEditable(data) ? <Wizard company={data} /> : <ReadOnly company={data} mayEdit={mayEdit} />
        }
      </Loaded>
    </>
  )
}

function ReadOnly({ company, mayEdit }: { company: Company; mayEdit: boolean }) {
  return (
    <div className="stack">
      <Banner>
        {mayEdit
          ? company.state === 'in_review'
            ? 'Our team is reviewing this. You cannot change it until the review is finished.'
            : 'This is our record. You can change it in the next review; for an earlier change, contact support.'
          : 'Only an administrator of your company can change this.'}
      </Banner>
      <Summary company={company} />
    </div>
  )
}

function Wizard({ company }: { company: Company }) {
  const [url, change] = useUrlState()
  const draft = useDraft(company.entity)
  const at = Math.max(
    0,
    steps.findIndex(({ key }) => key === url['step']),
  )
  const go = (index: number) => {
    void draft.save()
    change({ step: steps[index]?.key, person: undefined })
    scrollTo({ top: 0 })
  }
  const [before, next] = [steps[at - 1], steps[at + 1]]
  return (
    <div className={style['wizard']} onBlur={() => void draft.save()}>
      <StepList
        company={company}
        current={steps[at]!.key}
        onChoose={(key) => go(steps.findIndex((step) => step.key === key))}
      />
      <div className={style['body']}>
        <div className={style['stepHead']}>
          <div>
            <p className="small muted">
              Step {at + 1} of {steps.length}
            </p>
            <h2 className={style['title']}>{steps[at]!.title}</h2>
          </div>
          <SavingState draft={draft} />
        </div>
        <StepBody step={steps[at]!.key} company={company} draft={draft} />
        {url['person'] === undefined && (
          <div className={`row ${style['foot']}`}>
            {before && <Button onClick={() => go(at - 1)}>Back</Button>}
            <span className="grow" />
            {next && (
              <Button main onClick={() => go(at + 1)}>
                Next: {next.title}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

function StepBody({ step, company, draft }: { step: StepKey; company: Company; draft: DraftOfCompany }) {
  if (step === 'entity') return <EntityStep draft={draft} />
  if (step === 'activity') return <ActivityStep draft={draft} />
  if (step === 'owners') return <PersonsStep key="owners" company={company} draft={draft} roles={['owner']} />
  if (step === 'directors')
    return <PersonsStep key="directors" company={company} draft={draft} roles={['director', 'signatory']} />
  if (step === 'documents') return <DocumentsStep company={company} />
  return <ReviewStep company={company} />
}

/** Whether the data on the screen is saved. */
function SavingState({ draft: { draft, saving } }: { draft: DraftOfCompany }) {
  const { begun } = entityOf(draft)
  const left = begun.map((name) => entityWords[name].toLowerCase()).join(', ')
  return (
    <p className={`small muted ${style['saving']}`} role="status">
      {saving.state === 'failed' && 'Not saved. Correct the marked field.'}
      {(saving.state === 'saving' || saving.state === 'changed') && 'Saving…'}
      {saving.state === 'saved' && saving.at === null && 'Changes are saved automatically.'}
      {saving.state === 'saved' && saving.at !== null && (
        <>
          Saved <Time at={saving.at} />
        </>
      )}
      {saving.state === 'saved' && left !== '' && <span className={style['begun']}>Saved once complete: {left}.</span>}
    </p>
  )
}
