/** Names of the program as people read them: `self-exclusion` becomes "Self exclusion". */
export const spoken = (name: string): string => {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Why a session ended. */
export const endings: Readonly<Record<string, string>> = {
  'signed-out': 'Signed out',
  ended: 'Ended from another device',
  everywhere: 'Signed out everywhere',
  password: 'Password changed',
  reuse: 'An old token was used',
  staff: 'Ended by staff',
  blocked: 'Account blocked',
  undone: 'A contact change was undone',
  expired: 'Expired',
}

export const assetNames = { coin: 'Coins', promo: 'Bonus', trial: 'Trial' } as const

const minuteMs = 60_000

/** Seconds of play in hours and minutes: `2 h 05 min`. */
export const played = (seconds: number): string => {
  const minutes = Math.floor((seconds * 1_000) / minuteMs)
  return minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
