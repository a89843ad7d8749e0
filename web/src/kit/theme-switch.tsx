import { chooseTheme, themes, useTheme } from './theme.ts'
import { sentence } from './value/states.ts'

export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <label>
      <span className="vh">Theme</span>
      <select value={theme} onChange={(event) => chooseTheme(event.target.value as typeof theme)}>
        {themes.map((name) => (
          <option key={name} value={name}>
            {sentence(name)} theme
          </option>
        ))}
      </select>
    </label>
  )
}
