import type { InstitutionRole } from '@specie/protocol/people/roles.ts'
import type { People } from '../../shared/people/people.ts'

const notes: Record<InstitutionRole, string> = {
  admin: 'Manages company data, agreements, people, keys and addresses.',
  trader: 'Trades, mints, redeems and pays.',
  approver: 'Decides as second approver.',
  viewer: 'Sees everything and changes nothing.',
}

export const members: People = {
  side: 'institution',
  title: 'People',
  path: '/people',
  about: 'The people of your company, and what each can do.',
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
  inviter: 'An administrator of your company',
  inviteNote: (roles) => `A second approver must approve the role ${roles}.`,
  linkNote: (name) =>
    `${name} decides on requests of others. If ${name} has lost every sign-in factor, remove and invite ${name} again. That takes two people.`,
}
