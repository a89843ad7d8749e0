import {
  type RuleDefinition,
  type RuleEffect,
  ruleEffects,
  type RuleKind,
  ruleKinds,
  ruleText,
} from '@specie/protocol/rules.ts'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { Choose, Field, TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { definitionOf, type Fields, fieldsOf, itemChoices, noFields, parameters } from './definition.ts'
import { effectWords, kindWords } from './words.ts'

type Props = {
  /** The rule of a new version; without it a new rule. */
  readonly ruleid?: string
  readonly before?: RuleDefinition
  readonly onClose: () => void
}

/** One person writes a version. It looks at nothing before it is activated. */
export function WriteRule({ ruleid, before, onClose }: Props) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [fields, setFields] = useState<Fields>(before === undefined ? noFields : fieldsOf(before))
  const [reason, setReason] = useState('')
  const write = useAct('writeRule', (version) => {
    onClose()
    void navigate({ to: `/rules/${version.ruleid}` })
  })
  const definition = definitionOf(fields, before)
  const isReady = definition !== null && reason.trim() !== '' && (ruleid !== undefined || name.trim() !== '')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (definition === null) return
    const rule = ruleid === undefined ? { name: name.trim() } : { ruleid }
    write.mutate({ ...rule, definition, reason: reason.trim() })
  }
  return (
    <Dialog open onClose={onClose} title={ruleid === undefined ? 'Write a rule' : 'Write a version'}>
      <form className="stack" onSubmit={send}>
        {ruleid === undefined && (
          <Field
            label="Name"
            name="name"
            value={name}
            onChange={setName}
            maxLength={80}
            error={write.error}
            data-autofocus
          />
        )}
        <Choose
          label="It looks for"
          name="kind"
          value={fields.kind}
          onChange={(kind) => setFields({ ...fields, kind: kind as RuleKind })}
          options={ruleKinds.map((kind) => ({ value: kind, label: kindWords[kind] }))}
        />
        <Choose
          label="Among"
          name="items"
          value={fields.items}
          onChange={(items) => setFields({ ...fields, items })}
          options={choicesWith(fields.items)}
        />
        <Parameters fields={fields} onChange={setFields} />
        <Choose
          label="A hit"
          name="effect"
          value={fields.effect}
          onChange={(effect) => setFields({ ...fields, effect: effect as RuleEffect })}
          options={ruleEffects.map((effect) => ({ value: effect, label: effectWords[effect] }))}
        />
        <p className="s13" aria-live="polite">
          {definition === null ? 'Fill in the figures of the rule.' : ruleText(definition)}
        </p>
        <TextArea
          label="Reason"
          aside="kept permanently"
          name="reason"
          value={reason}
          onChange={setReason}
          error={write.error}
        />
        <Banner>It is a draft. Try it on history, run it in shadow, and request its activation.</Banner>
        <FormError error={write.error} fields={['name', 'reason']} />
        <div className="row">
          <span className="grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" main busy={write.isPending} disabled={!isReady}>
            Save the draft
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** A version that was written by a program may be about other kinds of items. */
const choicesWith = (items: string) =>
  itemChoices.some(({ value }) => value === items)
    ? itemChoices
    : [...itemChoices, { value: items, label: items.replaceAll(',', ', ') }]

const labels: Record<(typeof parameters)[RuleKind][number], { readonly label: string; readonly aside: string }> = {
  over: { label: 'More than', aside: 'CHF' },
  count: { label: 'Number', aside: 'items or institutions' },
  hours: { label: 'Within', aside: 'hours' },
  days: { label: 'Without any movement for', aside: 'days' },
  countries: { label: 'Countries', aside: 'codes, such as KP, IR' },
  below: { label: 'Threshold', aside: 'CHF' },
  percent: { label: 'At most below it', aside: 'percent' },
}

function Parameters({ fields, onChange }: { fields: Fields; onChange: (fields: Fields) => void }) {
  return parameters[fields.kind].map((name) => (
    <Field
      key={name}
      label={labels[name].label}
      aside={name === 'count' ? countMeaning(fields.kind) : labels[name].aside}
      name={name}
      value={fields[name]}
      onChange={(value) => onChange({ ...fields, [name]: value })}
      inputMode={name === 'countries' ? 'text' : 'decimal'}
    />
  ))
}

const countMeaning = (kind: RuleKind): string =>
  ({ velocity: 'more than this number, or no limit', many_to_one: 'institutions or more' })[kind as string] ??
  'items or more'
