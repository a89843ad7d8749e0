import { useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { useMe } from '../../app/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { Field } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Facts, PageHead, Panel } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Factors } from './factors.tsx'
import { Sessions } from './sessions.tsx'
import { MakeToken } from './token.tsx'

/** Profile, factors and sessions of a person, in portal and console. */
export function Page() {
  return (
    <>
      <PageHead title="Your sign-in" sub="Your profile, sign-in methods and sessions." />
      <div className="split">
        <div>
          <Factors />
          <Sessions />
        </div>
        <div>
          <Profile />
          <MakeToken />
        </div>
      </div>
    </>
  )
}

function Profile() {
  const { person } = useMe()
  const [name, setName] = useState<string | null>(null)
  const rename = useAct('renameMe', () => setName(null))
  return (
    <Panel
      title="Profile"
      end={
        <Button small quiet onClick={() => setName(person.name)}>
          Change name
        </Button>
      }
    >
      <Facts
        rows={[
          ['Name', person.name],
          ['Email', person.email],
          ['Roles', person.roles.map(sentence).join(', ')],
        ]}
      />
      <Dialog open={name !== null} onClose={() => setName(null)} title="Change your name">
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            rename.mutate({ name: name ?? '' })
          }}
        >
          <Field
            label="Name"
            name="name"
            value={name ?? ''}
            onChange={setName}
            error={rename.error}
            hint="You sign agreements with this name."
            maxLength={140}
            required
            data-autofocus
          />
          <FormError error={rename.error} fields={['name']} />
          <Button type="submit" main busy={rename.isPending}>
            Save
          </Button>
        </form>
      </Dialog>
    </Panel>
  )
}
