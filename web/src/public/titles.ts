/** The title of the window, by path. */
export const titles: Readonly<Record<string, string>> = {
  '/': 'Specie: francs and pounds as coins',
  '/reserves': 'Reserves · Specie',
}
