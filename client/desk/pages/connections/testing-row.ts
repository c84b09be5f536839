import { type ConnectionRow, connectionRowSchema } from '@minefall/shared/contracts/desk'

/** A live connection of `bff-1` by default. */
export const testingRow = (number: number, other: Partial<ConnectionRow> = {}): ConnectionRow => ({
  ...connectionRowSchema.parse({
    id: number.toString(16).padStart(16, '0'),
    edge: 'bff-1',
    tab: `tab-${number}`,
    playerId: `player-${number}`,
    name: `Player ${number}`,
    guest: false,
    avatar: 'fox',
    state: 'live',
    cause: null,
    since: 1_000,
    stateSince: 1_000,
    roundTripMs: 50,
    jitterMs: 5,
    recent: [50],
    transport: 'websocket',
    device: 'Android, Chrome',
    locale: 'en-US',
    reconnectsLastHour: 0,
    lastClose: null,
    matches: [],
    seqLag: 0,
    unacknowledged: 0,
    queuedBytes: 0,
  }),
  ...other,
})
