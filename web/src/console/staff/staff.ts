import type { StaffRole } from '@specie/protocol/people/roles.ts'
import type { People } from '../../shared/people/people.ts'

const notes: Record<StaffRole, string> = {
  support: 'Reads institutions and their requests, and helps them.',
  operations: 'Runs bank, payouts, chains and trading; decides with treasury.',
  treasury: 'Looks after reserves; decides as the second person of operations.',
  compliance: 'Works on KYB cases and holds, and proposes decisions.',
  mlro: 'Decides as the second person of compliance.',
  admin: 'Invites staff and gives roles. Moves no money.',
  auditor: 'Reads everything, changes nothing.',
}

export const staff: People = {
  side: 'staff',
  title: 'Staff',
  path: '/staff',
  about: 'Who works here, and what each may do.',
  calls: {
    list: 'listStaff',
    invite: 'inviteStaff',
    setRoles: 'setStaffRoles',
    link: 'linkStaff',
    suspend: 'suspendStaff',
    reinstate: 'reinstateStaff',
    remove: 'removeStaff',
  },
  edit: 'staff.edit',
  requests: 'staff.give_role',
  approver: 'another administrator or the MLRO',
  notes,
  inviter: 'A person with the role Admin',
  inviteNote: (roles) =>
    `For ${roles} a second person must approve twice: the link, of which you get the first half, and the roles.`,
  linkNote: (name) =>
    `It takes two people to let ${name} in: you get the first half of the link, and the person who approves it gets the second.`,
}
