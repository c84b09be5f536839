/** By whom somebody came, and by whom that one did; null for who came by themselves. */
export type Lineage = Readonly<{ playerId: string; inviter: string | null; inviterOfInviter: string | null }>

/** Whether the second is one or two steps up the first one's line, or came by the same invitation. */
const isAboveOrBeside = (one: Lineage, other: Lineage): boolean =>
  one.inviter !== null &&
  (one.inviter === other.playerId || one.inviterOfInviter === other.playerId || one.inviter === other.inviter)

/**
 * Whether invitations bring two accounts so near to each other that matches between them count for none: one invited
 * the other, or whoever invited the other, or one and the same invited both. It is the same from either side, and
 * nobody is their own kin.
 */
export const areKin = (one: Lineage, other: Lineage): boolean =>
  one.playerId !== other.playerId && (isAboveOrBeside(one, other) || isAboveOrBeside(other, one))
