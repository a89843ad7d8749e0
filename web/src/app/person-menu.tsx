import { Menu } from '@mantine/core'
import { IconChevronDown, IconKey, IconLogout } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call } from '../api/call.ts'
import { chooseTheme, themes, useTheme } from '../kit/theme.ts'
import { sentence } from '../kit/value/states.ts'
import { useMe } from './session.tsx'

/** Who is signed in; theme and sign-out. */
export function PersonMenu({ organisation }: { organisation: ReactNode }) {
  const { person } = useMe()
  const theme = useTheme()
  const navigate = useNavigate()
  const signOut = async () => {
    await call('signOut', {})
    sessionStorage.clear()
    // A full reload clears the last person's data from memory.
    location.assign(`${location.pathname.split('/', 2).join('/')}/sign-in`)
  }
  return (
    <Menu position="bottom-end" width={232} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button type="button" className="who">
          <span className="name">
            {person.name}
            <small>{organisation}</small>
          </span>
          <IconChevronDown className="ic" aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {person.email}
          <br />
          {person.roles.map(sentence).join(', ')}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {themes.map((name) => (
          <Menu.RadioItem key={name} value={name} checked={theme === name} onChange={() => chooseTheme(name)}>
            {sentence(name)}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconKey className="ic" aria-hidden />}
          onClick={() => void navigate({ to: '/account' })}
        >
          Your sign-in
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout className="ic" aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
