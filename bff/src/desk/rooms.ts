import { hasRight, type Right, type StaffRole, staffRoleSchema } from '@minefall/shared/contracts/desk'

/** Each desk is in the room of its role. */
export const roomOf = (role: StaffRole): string => `role.${role}`

/** The rooms of every role with this right. Never empty: no room would mean everyone. */
export const roomsWith = (right: Exclude<Right, 'anyone'>): string[] => {
  const rooms = staffRoleSchema.options.filter((role) => hasRight(role, right)).map(roomOf)
  if (rooms.length === 0) throw new Error(`no one has the right ${right}`)
  return rooms
}
