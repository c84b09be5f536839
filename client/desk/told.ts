import type { DeskClientMessage } from '@minefall/shared/contracts'

/** Whose connections are watched: of these players, or of everybody. */
export type Watch = DeskClientMessage<'connections.watch'>

/**
 * Whose connections are all here, once the rows of a watch have come beside these nodes: null as long as a node is still to tell of its
 * own, where somebody may be connected whom no row shows.
 */
export const toldBy = (
  watch: Watch | null,
  { nodes }: { nodes: readonly { reports: boolean }[] },
): Watch | null => (nodes.length > 0 && nodes.every(({ reports }) => reports) ? watch : null)

/** Whether all connections of this player are here, so that no row means that there is none. */
export const isToldOf = (told: Watch | null, playerId: string): boolean =>
  told !== null && (told.players === undefined || told.players.includes(playerId))
