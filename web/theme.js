// Runs before the first paint: the theme chosen here, else that of the system. See kit/theme.ts.
{
  const chosen = localStorage.getItem('specie-theme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
}
