import type { StaffRole } from './staff.ts'

/** The rights of the desk's calls, and the roles that have them. `anyone` is for the call that signs in. */
export type Right =
  | 'anyone'
  | 'staff'
  | 'orders.read'
  | 'orders.decide'
  | 'accounts.read'
  | 'accounts.review'
  | 'players.read'
  | 'players.sessions'
  | 'players.act'
  | 'conversations'
  | 'canned.change'
  | 'catalogue'
  | 'matches.read'
  | 'matches.void'
  | 'reports'
  | 'tables'
  | 'activities'
  | 'connections'
  | 'connections.act'
  | 'health'
  | 'audit'

const holders: Readonly<Record<Exclude<Right, 'anyone'>, readonly StaffRole[]>> = {
  staff: ['support', 'finance', 'admin'],
  'orders.read': ['support', 'finance', 'admin'],
  'orders.decide': ['finance', 'admin'],
  'accounts.read': ['support', 'finance', 'admin'],
  'accounts.review': ['finance', 'admin'],
  'players.read': ['support', 'finance', 'admin'],
  'players.sessions': ['support', 'admin'],
  'players.act': ['support', 'admin'],
  conversations: ['support', 'admin'],
  'canned.change': ['admin'],
  catalogue: ['admin'],
  'matches.read': ['support', 'finance', 'admin'],
  'matches.void': ['admin'],
  reports: ['support', 'admin'],
  tables: ['admin'],
  activities: ['admin'],
  connections: ['support', 'finance', 'admin'],
  'connections.act': ['support', 'admin'],
  health: ['support', 'finance', 'admin'],
  audit: ['admin'],
}

/** Whether this role has the right: checked before each call, and by the desk's pages for what to show. */
export const hasRight = (role: StaffRole, right: Right): boolean =>
  right === 'anyone' || holders[right].includes(role)

export const isRight = (name: string): name is Right => name === 'anyone' || name in holders
