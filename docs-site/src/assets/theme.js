// Runs before the first paint: the chosen theme (here or in the portal), else that of the system.
{
  const chosen = localStorage.getItem('specie-theme')
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen
}
