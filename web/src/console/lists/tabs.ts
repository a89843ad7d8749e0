export const listTabs = [
  { to: '/lists', title: 'Sanctions lists' },
  { to: '/lists/entries', title: 'Entries' },
  { to: '/lists/rules', title: 'Countries, reviews, agreements' },
]
