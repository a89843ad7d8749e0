import type { InstitutionRole } from '@specie/protocol/people/roles.ts'
import type { People } from '../../shared/people/people.ts'

const notes: Record<InstitutionRole, string> = {
  admin: 'Runs the account: company data, agreements, people, keys, addresses.',
  trader: 'Works with money: trades, mints, redeems and pays.',
  approver: 'Decides as the second person.',
  viewer: 'Sees everything, changes nothing.',
}

export const members: People = {
  side: 'institution',
  title: 'People',
  path: '/people',
  about: 'Who works here for your institution, and what each may do.',
  calls: {
    list: 'listMembers',
    invite: 'inviteMember',
    setRoles: 'setMemberRoles',
    link: 'linkMember',
    suspend: 'suspendMember',
    reinstate: 'reinstateMember',
    remove: 'removeMember',
  },
  edit: 'members.edit',
  requests: 'member.approver',
  approver: 'an approver',
  notes,
  inviter: 'An administrator of your institution',
  inviteNote: (roles) => `A second person must approve the role ${roles}.`,
  linkNote: (name) =>
    `${name} decides on requests of others. After a loss of every factor, remove and invite ${name} again: that takes two people.`,
}
